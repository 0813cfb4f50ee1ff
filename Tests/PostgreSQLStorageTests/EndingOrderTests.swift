import FoundationEssentials
import SessionRegistry
import StorageTestSupport
import Testing

@testable import PostgreSQLStorage

@Suite(.timeLimit(.minutes(2))) struct EndingOrderTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    @Test("An ending that begins later becomes visible later: nobody who reads in between misses the earlier one")
    func order() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (database, slow) = (try PostgreSQLDatabase(url), try PostgreSQLDatabase(url))
        let registry = PostgreSQLSessionRegistry(database)
        let (first, second) = (SessionHandle(), SessionHandle())
        let held = HeldTransaction()
        let until = now + 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    try EndingStatements(connection: connection).end(first, until: until)
                }
            }
            try await held.reach()
            group.addTask { try await registry.end(second, until: until) }
            try await database.waitForLockWaits()
            #expect(try await registry.endings(after: 0, now: now).isEmpty)
            held.commit()
            try await group.waitForAll()
        }
        #expect(try await registry.endings(after: 0, now: now).map(\.handle) == [first, second])
    }

    @Test("Who reads while many replicas end sessions at once has seen each ending, once")
    func stress() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let registries = try (0..<3).map { _ in PostgreSQLSessionRegistry(try PostgreSQLDatabase(url)) }
        let reader = PostgreSQLSessionRegistry(try PostgreSQLDatabase(url, connectionCount: 1))
        let handles = (0..<120).map { _ in SessionHandle() }
        let now = now
        let seen = try await withThrowingTaskGroup(of: [EndedSession].self) { group in
            group.addTask {
                var seen: [EndedSession] = []
                // Until the writers are done and this is cancelled.
                while let endings = try? await reader.endings(after: seen.last?.sequence ?? 0, now: now) {
                    seen += endings
                }
                return seen
            }
            try await withThrowingTaskGroup(of: Void.self) { writers in
                // As many a registry as it has connections, so that none waits long for its turn.
                for writer in 0..<12 {
                    let (registry, own) = (
                        registries[writer % registries.count], handles[writer * 10..<(writer + 1) * 10]
                    )
                    writers.addTask { for handle in own { try await registry.end(handle, until: now + 60) } }
                }
                try await writers.waitForAll()
            }
            group.cancelAll()
            return try await group.reduce([], +)
        }
        let rest = try await reader.endings(after: seen.last?.sequence ?? 0, now: now)
        #expect((seen + rest).count == handles.count)
        #expect(Set((seen + rest).map(\.handle)) == Set(handles))
    }

    @Test("A refresh that is stored while its session is ended is not kept")
    func storeWhileEnding() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (database, slow) = (try PostgreSQLDatabase(url), try PostgreSQLDatabase(url))
        let registry = PostgreSQLSessionRegistry(database)
        let handle = SessionHandle()
        let held = HeldTransaction()
        let until = now + 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    try EndingStatements(connection: connection).end(handle, until: until)
                }
            }
            try await held.reach()
            group.addTask {
                let isKept = try await registry.store(
                    StoredRefresh(generation: 1, sealed: [1]), of: handle, until: until)
                #expect(!isKept)
            }
            try await database.waitForLockWaits()
            held.commit()
            try await group.waitForAll()
        }
        #expect(try await registry.storedRefresh(of: handle) == nil)
    }

    @Test(
        "A connection that breaks between spending a value and ending the sessions leaves both undone, and the next try does both"
    )
    func brokenLogout() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (database, slow) = (try PostgreSQLDatabase(url), try PostgreSQLDatabase(url))
        let registry = PostgreSQLSessionRegistry(database)
        let (handle, until, held) = (SessionHandle(), now + 60, HeldTransaction())
        let record = SessionRecord(
            handle: handle, user: "sub https://login.example alice", scope: "https://login.example",
            issuer: "https://login.example",
            subject: "alice", providerSession: "s", begun: now, browser: "", lastSeen: now, end: until)
        try await registry.begin(record, replacing: nil)
        let group = SessionGroup.providerSession("s", issuer: record.issuer)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // Holds what an ending needs last.
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    try connection.run("SELECT sequence FROM latchkey_last_ending FOR UPDATE")
                }
            }
            try await held.reach()
            tasks.addTask {
                let error = await storageError { _ = try await registry.endAll(group, spending: [1], until: until) }
                #expect(error?.kind == .lost)
            }
            let terminating = """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE latchkey_last_ending%'
                """
            // A new connection may wait as well, for the tables to be brought up to date: it is let be.
            while try await database.number(terminating) == 0 { try Task.checkCancellation() }
            held.commit()
            try await tasks.waitForAll()
        }
        #expect(try await registry.endings(after: 0, now: now).isEmpty)
        #expect(try await registry.endAll(group, spending: [1], until: until)?.map(\.handle) == [handle])
        #expect(try await registry.endAll(group, spending: [1], until: until) == nil)
    }

    @Test("The change counter tells of another process's ending, and of nothing else")
    func changeCounter() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (here, there) = (
            PostgreSQLSessionRegistry(try PostgreSQLDatabase(url)),
            PostgreSQLSessionRegistry(try PostgreSQLDatabase(url))
        )
        let before = try await here.changeCounter()
        _ = try await there.endings(after: 0, now: now)
        try await there.removeExpired(now: now)
        #expect(try await here.changeCounter() == before)
        try await there.end(SessionHandle(), until: now + 60)
        #expect(try await here.changeCounter() != before)
    }

    @Test("Places go up even where the last ones were lost with a server")
    func lostPlaces() async throws {
        let database = try await PostgreSQLDatabase.fresh()
        let registry = PostgreSQLSessionRegistry(database)
        try await registry.end(SessionHandle(), until: now + 60)
        let last = try #require(try await registry.endings(after: 0, now: now).last).sequence
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run(
                "DELETE FROM latchkey_ended_sessions; UPDATE latchkey_last_ending SET sequence = sequence - 5")
        }
        let handle = SessionHandle()
        try await registry.end(handle, until: now + 60)
        #expect(try await registry.endings(after: last, now: now).map(\.handle) == [handle])
    }

    @Test("Whoever listens is told of another process's ending at once")
    func listening() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (here, there) = (
            PostgreSQLSessionRegistry(try PostgreSQLDatabase(url)),
            PostgreSQLSessionRegistry(try PostgreSQLDatabase(url))
        )
        var news = here.newEndings().makeAsyncIterator()
        // The first is for what ended before anybody listened.
        #expect(await news.next() != nil)
        let handle = SessionHandle()
        try await there.end(handle, until: now + 60)
        #expect(await news.next() != nil)
        #expect(try await here.endings(after: 0, now: now).map(\.handle) == [handle])
    }
}
