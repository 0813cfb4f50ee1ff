import FoundationEssentials
import StorageTestSupport
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage
@testable import SessionStorage

/// Each test has a separate server, which it stops or kills.
@Suite(.timeLimit(.minutes(2))) struct OutageTests {
    /// Waits until the database responds again, as long as calls only fail because it is unreachable.
    private func waitForReturn(of database: PostgreSQLDatabase) async throws {
        while let error = await storageError({ try await database.check() }) {
            #expect([.unreachable, .lost].contains(error.kind), "\(error)")
            await Task.yield()
        }
    }

    @Test(
        "When the database server is killed, calls fail at once, and when it is back, calls succeed with all rows"
    )
    func killed() async throws {
        let server = try await TestPostgreSQL()
        let url = try await server.makeDatabase()
        let (tasks, store) = (try PostgreSQLTaskStore(url), try PostgreSQLSessionStore(url))
        let task = try await tasks.add(TaskText("milk"), owner: "alice")
        _ = try await store.end(SessionID(), until: .distantFuture)
        let before = try await store.endings(after: 0, now: .distantPast)

        try await withThrowingTaskGroup(of: Void.self) { group in
            let held = HeldTransaction()
            group.addTask {
                let error = await storageError {
                    try await held.run(on: tasks.database) { connection throws(PostgreSQLStorageError) in
                        try connection.execute("UPDATE latchkey_tasks SET completed = true")
                    }
                }
                #expect(error?.kind == .lost, "\(String(describing: error))")
            }
            try await held.reach()
            try await server.kill()
            held.commit()
            try await group.waitForAll()
        }
        // Idle connections are found dead, and new ones can't be made.
        for _ in 0..<20 {
            let error = await storageError { try await store.check() }
            #expect([.unreachable, .lost].contains(error?.kind), "\(String(describing: error))")
        }
        await #expect(throws: TaskStoreUnavailableError.self) { try await tasks.task(task.id, owner: "alice") }

        try await server.start()
        try await waitForReturn(of: store.database)
        try await waitForReturn(of: tasks.database)
        #expect(try await tasks.task(task.id, owner: "alice") == task)
        #expect(try await store.endings(after: 0, now: .distantPast) == before)
        #expect(try await tasks.delete(task.id, owner: "alice"))
    }

    @Test("Rows that were stored before the database server was killed are there afterwards")
    func durability() async throws {
        let server = try await TestPostgreSQL()
        let url = try await server.makeDatabase()
        let (tasks, store) = (try PostgreSQLTaskStore(url), try PostgreSQLSessionStore(url))
        let (added, ended) = try await withThrowingTaskGroup(of: ([TaskItem], [SessionID]).self) { group in
            for writer in 0..<8 {
                group.addTask {
                    var (added, ended): ([TaskItem], [SessionID]) = ([], [])
                    do {
                        while true {
                            added.append(try await tasks.add(TaskText("by \(writer)"), owner: "alice"))
                            let id = SessionID()
                            _ = try await store.end(id, until: .distantFuture)
                            ended.append(id)
                        }
                    } catch is TaskStoreUnavailableError {
                    } catch is PostgreSQLStorageError {
                    }
                    return (added, ended)
                }
            }
            while try await tasks.tasks(of: "alice", completed: nil, limit: 1, after: nil).total < 200 {}
            try await server.kill()
            return try await group.reduce(into: ([], [])) { ($0.0, $0.1) = ($0.0 + $1.0, $0.1 + $1.1) }
        }
        #expect(added.count >= 192 && !ended.isEmpty)
        try await server.start()
        try await waitForReturn(of: store.database)
        try await waitForReturn(of: tasks.database)
        let ids = try await tasks.tasks(of: "alice", completed: nil, limit: 10_000, after: nil).items.map(\.id)
        #expect(Set(ids).isSuperset(of: added.map(\.id)))
        let listed = try await store.endings(after: 0, now: .distantPast).map(\.id)
        #expect(Set(listed).isSuperset(of: ended))
    }

    @Test("A database server that restarts while the connections are idle causes no call an error")
    func restartedWhileIdle() async throws {
        let server = try await TestPostgreSQL()
        let database = try PostgreSQLDatabase(try await server.makeDatabase())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await database.check() } }
            try await group.waitForAll()
        }
        try await server.stop()
        try await server.start()
        for _ in 0..<8 { try await database.check() }
    }

    @Test("A program may start before its database server: calls fail, and succeed once it is there")
    func serverComesLater() async throws {
        let server = try await TestPostgreSQL()
        let url = try await server.makeDatabase()
        try await server.stop()
        let store = try PostgreSQLSessionStore(url)
        let ended = EndedSessions()
        await #expect(throws: PostgreSQLStorageError.self) {
            try await ended.catchUp(with: store, now: .distantPast)
        }
        #expect(!ended.isCaughtUp)
        try await server.start()
        try await waitForReturn(of: store.database)
        try await ended.catchUp(with: store, now: .distantPast)
        #expect(ended.isCaughtUp)
    }

    @Test("A process listens again when the server is back, and learns to read what ended meanwhile")
    func listeningAgain() async throws {
        let server = try await TestPostgreSQL()
        let url = try await server.makeDatabase()
        let (here, there) = (try PostgreSQLSessionStore(url), try PostgreSQLSessionStore(url))
        var news = here.newEndings().makeAsyncIterator()
        #expect(await news.next() != nil)
        try await server.kill()
        try await server.start()
        #expect(await news.next() != nil)
        try await waitForReturn(of: there.database)
        _ = try await there.end(SessionID(), until: .distantFuture)
        #expect(await news.next() != nil)
    }

    @Test("A connection that the server ends costs the call on it, and no other")
    func terminated() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        let error = await storageError {
            _ = try await database.number("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())")
        }
        #expect(error?.kind == .lost)
        try await database.check()
    }

    @Test(
        "A replaced password is used by new connections, one that the server refuses breaks none that are there"
    )
    func replacedPassword() async throws {
        let server = try await TestPostgreSQL()
        let url = try await server.makeDatabase()
        let database = try PostgreSQLDatabase(url, connectionCount: 1)
        try await database.check()
        func replace(_ url: String) throws {
            try database.replaceCredentials(with: try #require(try PostgreSQLURL(url)))
        }

        let wrong = url.replacing(":p%40ss", with: ":other")
        try replace(wrong)
        try await database.check()
        _ = await storageError { _ = try await database.number("SELECT 1 FROM pg_terminate_backend(pg_backend_pid())") }
        let refusal = await storageError { try await database.check() }
        #expect(
            refusal?.kind == .unreachable && refusal?.description.contains("password") == true,
            "\(String(describing: refusal))")

        try await server.run("ALTER ROLE latchkey PASSWORD 'other/word'")
        try await waitForReturn(of: database)
        #expect(throws: PostgreSQLStorageError.self) { try replace(server.url(ofDatabase: "elsewhere")) }
        try await database.check()
        await database.shutDown()
    }

    @Test("A shutdown interrupts a statement that takes long, and the call fails")
    func interrupted() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let error = await storageError {
                    try await database.perform { connection throws(PostgreSQLStorageError) in
                        // Each within a statement's time limit, and so many that only the shutdown ends the call.
                        for _ in 0..<30 { try connection.execute("SELECT count(pg_sleep(2))") }
                    }
                }
                #expect(error?.kind == .shutDown)
            }
            let sleeping =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
            try await eventually { (try? await database.number(sleeping)) == 1 }
            await database.shutDown()
            try await group.waitForAll()
        }
    }

    @Test("A shutdown doesn't wait for an attempt to connect to a silent server, nor does the end of listening")
    func silentServer() async throws {
        let server = try SilentServer()
        let store = try PostgreSQLSessionStore(
            "postgresql://u:p@127.0.0.1:\(server.port)/d?connect_timeout=3600", connectionCount: 1)
        let database = store.database
        let listening = Task { for await _ in store.newEndings() {} }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let kind = await storageError { try await database.check() }?.kind
                // On a busy machine the call may have waited too long before the shutdown.
                #expect(kind == .shutDown || kind == .overloaded)
            }
            // One connection is the pool's, the other the listener's.
            for _ in 0..<2 { try await server.accept() }
            listening.cancel()
            await listening.value
            await database.shutDown()
            try await group.waitForAll()
        }
    }

    @Test("After a shutdown every call is refused, also one that waited for its turn, and calls under way succeed")
    func shutDown() async throws {
        let database = try PostgreSQLDatabase(
            try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1, patience: .seconds(60))
        let held = HeldTransaction()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await held.run(on: database) { connection throws(PostgreSQLStorageError) in
                    try connection.execute("UPDATE latchkey_last_ending SET sequence = sequence")
                }
            }
            try await held.reach()
            group.addTask { #expect(await storageError { try await database.check() }?.kind == .shutDown) }
            group.addTask { await database.shutDown() }
            while await storageError({ try await database.check() })?.kind != .shutDown {}
            held.commit()
            try await group.waitForAll()
        }
        await database.shutDown()
    }
}
