import Dispatch
import FoundationEssentials
import StorageTestSupport
import Synchronization
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite(.timeLimit(.minutes(2))) struct PostgreSQLDatabaseTests {
    @Test("Calls that get in each other's way are carried out again, and both succeed")
    func deadlock() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase(query: "&options=-cdeadlock_timeout%3D10ms")
        // One connection is left for calls that read.
        let database = try PostgreSQLDatabase(url, connectionCount: 3)
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run(
                "CREATE TABLE rows (id BIGINT PRIMARY KEY, count BIGINT); INSERT INTO rows VALUES (1, 0), (2, 0)")
        }
        let tries = Tries()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [[1, 2], [2, 1]] as [[Int64]] {
                group.addTask {
                    try await database.perform { connection throws(PostgreSQLStorageError) in
                        tries.count()
                        try connection.transaction { () throws(PostgreSQLStorageError) in
                            try connection.execute(
                                "UPDATE rows SET count = count + 1 WHERE id = $1", [.integer(order[0])])
                            // Both have locked one row before either waits for the other.
                            tries.meet()
                            try connection.execute(
                                "UPDATE rows SET count = count + 1 WHERE id = $1", [.integer(order[1])])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.number("SELECT sum(count)::bigint FROM rows") == 4)
        #expect(tries.all > 2)
    }

    @Test("No call fails because the server refuses a connection while another one is being made")
    func refusedConnection() async throws {
        let server = try await TestPostgreSQL.shared
        let url = try await server.makeDatabase()
        try await server.run("CREATE ROLE single LOGIN PASSWORD 'single' CONNECTION LIMIT 1")
        try await server.run("GRANT CREATE ON SCHEMA public TO single", inDatabase: url)
        let location = try #require(try PostgreSQLURL(url.replacing(#/[^\/]+@/#, with: "single:single@")))
        let gate = DispatchSemaphore(value: 0)
        let database = try PostgreSQLDatabase(location, connectionCount: 2, schema: .sessions, logger: .silent) { _ in
            gate.wait()
        }
        try await withThrowingTaskGroup { group in
            defer { gate.signal() }
            for _ in 0..<2 { group.addTask { try await database.check() } }
            let refusal = #"position('role "single"' in pg_read_file(current_setting('data_directory') || '/../log'))"#
            try await eventually { try await server.run("SELECT \(refusal) > 0") == "t" }
            gate.signal()
            try await group.waitForAll()
        }
    }

    @Test("The name of a statement that the server refused is not used for another one")
    func names() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        let names = try await database.perform { connection throws(PostgreSQLStorageError) in
            let before = try Self.newestName("one", connection)
            _ = try? connection.query("SELECT nothing FROM nowhere") { _ in () }
            return [before, try Self.newestName("two", connection)]
        }
        let numbers = names.compactMap { $0.split(separator: "_").last.flatMap { Int($0) } }
        #expect(numbers.count == 2 && numbers[1] == numbers[0] + 2, "\(numbers)")
    }

    @Test("Two connections never give statements the same name")
    func namesOfConnections() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        var names: Set<String> = []
        // The first one also makes the tables.
        for _ in 0..<3 {
            let database = try PostgreSQLDatabase(url, connectionCount: 1)
            let name = try await database.perform { connection throws(PostgreSQLStorageError) in
                try Self.newestName("same", connection)
            }
            names.insert(name)
        }
        #expect(names.count == 3, "\(names)")
    }

    /// Executes a statement with a mark; the name by which the server has prepared it.
    private static func newestName(
        _ mark: String, _ connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) -> String {
        let sql = "SELECT name FROM pg_prepared_statements WHERE statement LIKE '%\(mark)' -- \(mark)"
        return try connection.query(sql) { row throws(PostgreSQLStorageError) in try row.text(0) }.first ?? ""
    }

    @Test("A statement that outlives its deadline doesn't stay at the server")
    func outlived() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let (database, other) = (try PostgreSQLDatabase(url, connectionCount: 1), try PostgreSQLDatabase(url))
        let error = await storageError {
            try await database.perform { connection throws(PostgreSQLStorageError) in
                try connection.run("SET statement_timeout = 0")
                try connection.run("SELECT pg_sleep(3600)")
            }
        }
        #expect(error?.kind == .timedOut)
        let sleeping =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
        try await eventually { try await other.number(sleeping) == 0 }
    }

    @Test(
        "A statement that the server can't perform at the moment may succeed later",
        arguments: [
            ("53100", .exhausted, "out of resources"), ("53200", .exhausted, "out of resources"),
            ("58030", .exhausted, "out of resources"), ("55P03", .timedOut, "timed out"),
            ("57P05", .lost, "connection lost"), ("25P03", .lost, "connection lost"), ("25006", .lost, "read-only"),
        ] as [(String, PostgreSQLStorageError.Kind, String)])
    func passing(_ state: String, _ kind: PostgreSQLStorageError.Kind, _ reason: String) {
        let error = PostgreSQLStorageError(sqlState: state, message: "words")
        #expect(error.kind == kind && error.isPassing && error.publicReason == reason)
    }

    @Test("A read-only database fails the check") func readOnly() async throws {
        let url = try await TestPostgreSQL.shared.makeDatabase()
        try await PostgreSQLSessionStore(url).check()
        let store = try PostgreSQLSessionStore(url + "&options=-cdefault_transaction_read_only%3Don")
        #expect(await storageError { try await store.check() }?.publicReason == "read-only")
    }

    @Test("A call that is cancelled while it waits is not carried out")
    func cancellation() async throws {
        let store = try PostgreSQLTaskStore(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        let held = HeldTransaction()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await held.run(on: store.database) { _ in } }
            try await held.reach()
            let waiting = Task { try await store.add(TaskText("milk"), owner: "alice") }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            held.commit()
            try await group.waitForAll()
        }
        #expect(try await store.tasks(of: "alice", completed: nil, limit: 10, after: nil).total == 0)
    }

    @Test("A transaction that one call leaves open doesn't affect the next call on the connection")
    func unfinishedTransaction() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("BEGIN; UPDATE latchkey_last_ending SET sequence = 7")
        }
        #expect(try await database.number("SELECT sequence FROM latchkey_last_ending") == 0)
        let error = await storageError {
            try await database.perform { connection throws(PostgreSQLStorageError) in
                try connection.transaction { () throws(PostgreSQLStorageError) in
                    try connection.execute("UPDATE latchkey_last_ending SET sequence = 9")
                    try connection.run("SELECT 1 / 0")
                }
            }
        }
        #expect(error?.sqlState == "22012")
        #expect(try await database.number("SELECT sequence FROM latchkey_last_ending") == 0)
    }

    @Test("Of statements that are sent together, each sees those before it, and all are carried out or none")
    func executeAll() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("CREATE TABLE rows (id BIGINT PRIMARY KEY)")
        }
        let insertion = "INSERT INTO rows (id) SELECT coalesce(max(id), 0) + $1 FROM rows"
        let counts = try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.executeAll([
                (insertion, [.integer(1)]), (insertion, [.integer(1)]),
                ("DELETE FROM rows WHERE id > $1", [.integer(0)]), (insertion, [.integer(5)]),
            ])
        }
        #expect(counts == [1, 1, 2, 1])
        let server = "SELECT pg_backend_pid()::bigint"
        let process = try await database.number(server)
        for faulty in ["INSERT INTO rows (id) VALUES ($1)", "DELETE FROM rows WHERE id / ($1 - 5) > 0"] {
            let error = await storageError {
                _ = try await database.perform { connection throws(PostgreSQLStorageError) in
                    try connection.executeAll([
                        (insertion, [.integer(1)]), (faulty, [.integer(5)]), (insertion, [.integer(1)]),
                    ])
                }
            }
            #expect(["23505", "22012"].contains(error?.sqlState))
            #expect(try await database.number("SELECT sum(id)::bigint FROM rows") == 5)
            #expect(try await database.number(server) == process, "the connection can be used again")
        }
    }

    @Test("If the server ends the connection between statements that are sent together, none is carried out")
    func lossWithinExecuteAll() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        let error = await storageError {
            _ = try await database.perform { connection throws(PostgreSQLStorageError) in
                try connection.executeAll([
                    ("UPDATE latchkey_last_ending SET sequence = 9", []),
                    ("SELECT pg_terminate_backend(pg_backend_pid())", []),
                    ("UPDATE latchkey_last_ending SET sequence = 10", []),
                ])
            }
        }
        #expect(error?.kind == .lost)
        #expect(try await database.number("SELECT sequence FROM latchkey_last_ending") == 0)
    }

    @Test("Each of the statements that are sent together may take as long as one by itself")
    func timeOfEach() async throws {
        let database = try await PostgreSQLDatabase.fresh()
        try await database.perform { connection throws(PostgreSQLStorageError) in
            // The result of each may take a second more.
            try connection.allowing(.seconds(1)) { () throws(PostgreSQLStorageError) in
                _ = try connection.executeAll(Array(repeating: ("SELECT pg_sleep(0.7)", []), count: 3))
            }
        }
    }

    @Test("Statements that are sent together may be more than fit into the sockets")
    func manyTogether() async throws {
        let database = try PostgreSQLDatabase(try await TestPostgreSQL.shared.makeDatabase(), connectionCount: 1)
        try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.run("CREATE TABLE texts (text TEXT)")
        }
        let text = String(repeating: "x", count: 100_000)
        let counts = try await database.perform { connection throws(PostgreSQLStorageError) in
            try connection.executeAll((0..<100).map { _ in ("INSERT INTO texts (text) VALUES ($1)", [.text(text)]) })
        }
        #expect(counts == Array(repeating: 1, count: 100))
    }

    @Test("An error names neither the password nor what was bound, wherever it comes from")
    func secrets() async throws {
        let server = try await TestPostgreSQL.shared
        let url = try await server.makeDatabase()
        let wrong = url.replacing("p%40ss%2Fword", with: "hidden%40word")
        let wrongHost = "postgresql://u:hidden%40word@127.0.0.1:1/x?connect_timeout=2"
        for (text, kind) in [
            (wrong, .unreachable), (wrongHost, .unreachable), (server.url(ofDatabase: "none"), .unreachable),
        ]
            as [(String, PostgreSQLStorageError.Kind)]
        {
            let error = try #require(await storageError { try await PostgreSQLDatabase(text).check() })
            #expect(error.kind == kind)
            for secret in ["hidden", "p@ss", "p%40ss"] { #expect(!error.description.contains(secret), "\(error)") }
            #expect(!error.description.contains("\n"))
        }
        let database = try PostgreSQLDatabase(url)
        let error = await storageError {
            try await database.perform { connection throws(PostgreSQLStorageError) in
                try connection.run("CREATE TABLE texts (text TEXT PRIMARY KEY)")
                for _ in 0..<2 { try connection.execute("INSERT INTO texts (text) VALUES ($1)", [.text("bound")]) }
            }
        }
        #expect(error?.sqlState == "23505")
        #expect(error?.description.contains("bound") == false)
    }

    @Test("Every kind of value comes back as it went")
    func values() async throws {
        let database = try await PostgreSQLDatabase.fresh()
        try await database.perform { connection throws(PostgreSQLStorageError) in
            let texts: [PostgreSQLValue] = [.text(""), .text("é\u{301}🥛"), .text(nil)]
            let found = try connection.query("SELECT $1, $2, $3", texts) { row throws(PostgreSQLStorageError) in
                [try row.text(0), try row.text(1), row.isNull(2) ? "null" : ""]
            }
            #expect(found == [["", "é\u{301}🥛", "null"]])
            let bytes = try connection.query("SELECT $1, $2", [.bytes([]), .bytes([0, 255, 39])]) {
                row throws(PostgreSQLStorageError) in
                [try row.bytes(0), try row.bytes(1)]
            }
            #expect(bytes == [[[], [0, 255, 39]]])
            for integer in [0, -1, .max, .min] as [Int64] {
                let found = try connection.query("SELECT $1", [.integer(integer)]) {
                    row throws(PostgreSQLStorageError) in
                    try row.integer(0)
                }
                #expect(found == [integer])
            }
            let others = try connection.query(
                "SELECT $1, $2", [.boolean(true), .time(.init(timeIntervalSince1970: 1_769_860_859.5))]
            ) {
                row throws(PostgreSQLStorageError) in
                (try row.boolean(0), try row.time(1))
            }
            #expect(others.first?.0 == true)
            #expect(others.first?.1.timeIntervalSince1970 == 1_769_860_859.5)
            let extremes = try connection.query("SELECT $1, $2", [.time(.distantPast), .time(.distantFuture)]) {
                row throws(PostgreSQLStorageError) in
                (try row.time(0), try row.time(1))
            }
            #expect(extremes.first?.0 == .distantPast)
            #expect(extremes.first?.1 == .distantFuture)
        }
    }

    @Test("The URL's parameters for TLS hold: a server is verified, and another's root is refused")
    func tls() async throws {
        let server = try await TestPostgreSQL(port: try await FreePort.find())
        let url = try await server.makeDatabase(query: "&sslmode=verify-full&sslrootcert=")
        let database = try PostgreSQLDatabase(url + server.rootCertificate)
        #expect(try await database.number("SELECT count(*) FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl") == 1)
        let other = try await TestCertificate()
        let error = await storageError { try await PostgreSQLDatabase(url + other.caFile).check() }
        #expect(error?.kind == .unreachable)
        #expect(error?.description.contains("certificate verify failed") == true, "\(String(describing: error))")
    }
}

/// Counts how often a body is started, and lets the first two meet.
private final class Tries: Sendable {
    private let started = Atomic(0)
    private let met = Atomic(0)

    var all: Int { started.load(ordering: .sequentiallyConsistent) }

    func count() { started.add(1, ordering: .sequentiallyConsistent) }

    func meet() {
        met.add(1, ordering: .sequentiallyConsistent)
        while met.load(ordering: .sequentiallyConsistent) < 2 { ThreadPause.pause(for: .milliseconds(1)) }
    }
}
