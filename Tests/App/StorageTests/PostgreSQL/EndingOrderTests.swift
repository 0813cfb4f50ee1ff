import FoundationEssentials
import SessionStorage
import StorageTestSupport
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite(.timeLimit(.minutes(2))) struct EndingOrderTests {
    private let now = SessionRecord.now

    @Test("An ending that starts later becomes visible later, so that no reader misses the earlier one")
    func order() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (store, slow) = (try PostgreSQLSessionStore(url), try PostgreSQLDatabase(url))
        let (first, second) = (SessionID(), SessionID())
        let held = HeldTransaction()
        let until = now + 60
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    _ = try EndingStatements(connection: connection).end(first, until: until)
                }
            }
            try await held.reach()
            group.addTask { _ = try await store.end(second, until: until) }
            try await store.database.waitForLockWaits()
            #expect(try await store.endings(after: 0, now: now).isEmpty)
            held.commit()
            try await group.waitForAll()
        }
        #expect(try await store.endings(after: 0, now: now).map(\.id) == [first, second])
    }

    @Test("A replica that reads while others end sessions at once has seen each ending, once")
    func stress() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let stores = try (0..<3).map { _ in try PostgreSQLSessionStore(url) }
        let reader = try PostgreSQLSessionStore(url, connectionCount: 1)
        let ids = (0..<120).map { _ in SessionID() }
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
                // As many a store as it has connections, so that none waits long for its turn.
                for writer in 0..<12 {
                    let (store, own) = (
                        stores[writer % stores.count], ids[writer * 10..<(writer + 1) * 10]
                    )
                    writers.addTask { for id in own { _ = try await store.end(id, until: now + 60) } }
                }
                try await writers.waitForAll()
            }
            group.cancelAll()
            return try await group.reduce([], +)
        }
        let rest = try await reader.endings(after: seen.last?.sequence ?? 0, now: now)
        #expect((seen + rest).count == ids.count)
        #expect(Set((seen + rest).map(\.id)) == Set(ids))
    }

    @Test("Tokens that are stored while their session is ended are not stored")
    func replacementWhileEnding() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (store, slow) = (try PostgreSQLSessionStore(url), try PostgreSQLDatabase(url))
        let record = SessionRecord.sample()
        _ = try await store.insert(record, tokens: [0], replacing: nil)
        let held = HeldTransaction()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    let removed = try EndingStatements(connection: connection).end(record.id, until: record.expires)
                    #expect(removed?.tokens.sealed == [0])
                }
            }
            try await held.reach()
            group.addTask {
                let isStored = try await store.replaceTokens(of: record.id, with: [1], replacing: 0)
                #expect(!isStored)
            }
            try await store.database.waitForLockWaits()
            held.commit()
            try await group.waitForAll()
        }
        #expect(try await store.tokens(of: record.id) == nil)
    }

    @Test("A session that is ended while its tokens are stored hands over the new ones")
    func endingWhileReplacing() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (store, slow) = (try PostgreSQLSessionStore(url), try PostgreSQLDatabase(url))
        let record = SessionRecord.sample()
        _ = try await store.insert(record, tokens: [0], replacing: nil)
        let held = HeldTransaction()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    try connection.execute("UPDATE latchkey_sessions SET tokens = $1, counter = 1", [.bytes([1])])
                }
            }
            try await held.reach()
            group.addTask {
                let tokens = try await store.end(record.id, until: record.expires)
                #expect(tokens?.sealed == [1])
            }
            try await store.database.waitForLockWaits()
            held.commit()
            try await group.waitForAll()
        }
    }

    @Test(
        "A connection that breaks between consuming a value and ending the sessions undoes both; the next try does both"
    )
    func brokenLogout() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (store, slow) = (try PostgreSQLSessionStore(url), try PostgreSQLDatabase(url))
        let (record, held) = (SessionRecord.sample(sid: "s"), HeldTransaction())
        let value = OneTimeValue([1], expires: record.expires)
        _ = try await store.insert(record, tokens: [], replacing: nil)
        let group = SessionGroup.providerSession("s", issuer: record.issuer, authority: nil)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // Locks the row that an ending needs last.
                try await held.run(on: slow) { connection throws(PostgreSQLStorageError) in
                    try connection.run("SELECT sequence FROM latchkey_last_ending FOR UPDATE")
                }
            }
            try await held.reach()
            tasks.addTask {
                let error = await storageError { _ = try await store.endAll(group, limit: 9, consuming: value) }
                #expect(error?.kind == .lost)
            }
            let terminating = """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE latchkey_last_ending%'
                """
            // A new connection may wait as well, for the tables to be brought up to date. It isn't terminated.
            try await eventually { try await store.database.number(terminating) != 0 }
            held.commit()
            try await tasks.waitForAll()
        }
        #expect(try await store.endings(after: 0, now: now).isEmpty)
        #expect(try await store.endAll(group, limit: 9, consuming: value)?.map(\.id) == [record.id])
        #expect(try await store.endAll(group, limit: 9, consuming: value) == nil)
    }

    @Test("The change counter changes with another process's ending, and with nothing else")
    func changeCounter() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (here, there) = (
            try PostgreSQLSessionStore(url),
            try PostgreSQLSessionStore(url)
        )
        let before = try await here.changeCounter()
        _ = try await there.endings(after: 0, now: now)
        try await there.removeExpired(now: now)
        #expect(try await here.changeCounter() == before)
        _ = try await there.end(SessionID(), until: now + 60)
        #expect(try await here.changeCounter() != before)
    }

    @Test("Sequence numbers of endings go up even if the last ones were lost with a server")
    func lostPlaces() async throws {
        let store = try await PostgreSQLSessionStore.fresh()
        _ = try await store.end(SessionID(), until: now + 60)
        let last = try #require(try await store.endings(after: 0, now: now).last).sequence
        try await store.database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run(
                "DELETE FROM latchkey_ended_sessions; UPDATE latchkey_last_ending SET sequence = sequence - 5")
        }
        let id = SessionID()
        _ = try await store.end(id, until: now + 60)
        #expect(try await store.endings(after: last, now: now).map(\.id) == [id])
    }

    @Test("An ending by another process is notified at once")
    func listening() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (here, there) = (
            try PostgreSQLSessionStore(url),
            try PostgreSQLSessionStore(url)
        )
        var news = here.newEndings().makeAsyncIterator()
        // The first is for sessions that ended before.
        #expect(await news.next() != nil)
        let id = SessionID()
        _ = try await there.end(id, until: now + 60)
        #expect(await news.next() != nil)
        #expect(try await here.endings(after: 0, now: now).map(\.id) == [id])
    }
}
