import FoundationEssentials
import Logging
import OpenIDConnect
import PostgreSQLSessionStorage
import SQLiteSessionStorage
import SessionStorage
import StorageTestSupport
import TaskCore
import TaskStorage
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct DatabaseCheckTests {
    private func findings(_ database: String, _ options: [String] = []) async throws -> [Finding] {
        let configuration = try SettingsReading.read(["--database", database] + options)
        return await DatabaseCheck(configuration: configuration).findings()
    }

    @Test("A database file that doesn't exist yet is no fault, and isn't created; one that serve left is good")
    func files() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let fresh = try await findings("sqlite:\(path)")
        #expect(fresh.map(\.verdict) == [.good] && fresh[0].text.contains("serve makes it"), "\(fresh)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        _ = try SQLiteSessionStore(path: path)
        let used = try await findings("sqlite:\(path)")
        #expect(used.map(\.verdict) == [.good] && !used[0].text.contains("serve makes it"), "\(used)")
    }

    @Test("A file that is no database, and a file in the place of its folder, are faults") func noDatabase()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("odd.sqlite")
        try Data("no database, whatever its name says, and long enough".utf8).write(to: URL(fileURLWithPath: path))
        for path in [path, "\(path)/x.sqlite", "/proc/x.sqlite", "/proc/deep/x.sqlite"] {
            let found = try await findings("sqlite:\(path)")
            #expect(found.map(\.verdict) == [.fault] && found[0].text.hasPrefix("database: "), "\(found)")
        }
    }

    @Test("Tasks that no user of the authority can see are counted in one warning, and tasks of its users aren't")
    func unmatchedTasks() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("latchkey.sqlite")
        let authority = try Authority("https://id.example")
        let assignment = OwnerAssignment(UserKeyRule(authority))
        let tasks = try SQLiteTaskStore(SQLiteSessionStore(path: path).database, assignment: assignment)
        try await expectWarnings(in: "sqlite:\(path)", from: tasks)
        let url = try await TestPostgreSQL.shared.makeDatabase()
        let location = DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
        let storage = try Storage(
            location, users: UserKeyRule(authority), maximumTasks: 10, logger: Logger(label: "test"))
        try await storage.sessions.check()
        try await expectWarnings(in: url, from: storage.tasks)
    }

    private func expectWarnings(in database: String, from tasks: any TaskStore) async throws {
        func warnings(_ authority: String, _ options: [String] = []) async throws -> [String] {
            let all = try await findings(database, ["--authority", authority, "--client-id", "c"] + options)
            #expect(all.first?.verdict == .good && all.dropFirst().allSatisfy { $0.verdict == .warning }, "\(all)")
            return all.dropFirst().map { String($0.text.prefix { $0 != "m" }) }
        }
        for owner in ["sub https://id.example alice", "sub https://id.example bob"] {
            _ = try await tasks.add(TaskText("milk"), owner: owner)
        }
        #expect(try await warnings("https://id.example") == [])
        _ = try await tasks.add(TaskText("milk"), owner: "sub https://id.example.evil alice")
        #expect(try await warnings("https://id.example") == ["database: 1 tasks "])
        #expect(try await warnings("https://other.example") == ["database: 3 tasks "])
        let other = ["--task-web-api", "https://api.example/tasks"]
        #expect(try await warnings("https://id.example", other) == [], "no user owns these tasks")
    }

    @Test("A usable database server is good, and one that is unreachable or refuses to create tables is a fault")
    func servers() async throws {
        let server = try await TestPostgreSQL.shared
        let empty = try await findings(try await server.makeDatabase())
        #expect(empty.map(\.isGood) == [true] && empty[0].text.contains("serve makes its tables"), "\(empty)")
        let bound = try await findings(try await server.makeDatabase(query: "&options=-crole%3Dpg_monitor"))
        #expect(bound.map(\.isGood) == [false] && bound[0].text.contains("CREATE"), "\(bound)")
        let missing = try await findings(server.url(ofDatabase: "none"))
        #expect(missing.map(\.isGood) == [false] && missing[0].text.hasPrefix("database: "), "\(missing)")
        #expect(!missing[0].text.contains(server.password))
    }

    @Test("A database server that takes no writes, and a user without privileges, are faults that say what to do")
    func unusable() async throws {
        let server = try await TestPostgreSQL.shared
        let url = try await server.makeDatabase()
        let readOnly = try await findings(url + "&options=-cdefault_transaction_read_only%3Don")
        #expect(readOnly.map(\.isGood) == [false] && readOnly[0].text.contains("takes writes"), "\(readOnly)")
        let location = DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
        let storage = try Storage(location, users: .test(), maximumTasks: 10, logger: Logger(label: "test"))
        try await storage.tasks.check()
        try await storage.sessions.check()
        #expect(try await findings(url).map(\.isGood) == [true])
        // This role may read everything, and write nothing.
        let reader = try await findings(url + "&options=-crole%3Dpg_read_all_data")
        #expect(reader.map(\.isGood) == [false] && reader[0].text.contains("INSERT on latchkey_tasks"), "\(reader)")
        #expect(!reader[0].text.contains("SELECT on"))
    }

    @Test("A pooler that shares connections between transactions, and loses prepared statements, is a fault")
    func pooler() async throws {
        let port = try await FreePort.find()
        let server = try await TestPostgreSQL(port: port)
        let url = try await server.makeDatabase(query: "&sslmode=disable")
        #expect(try await findings(url).map(\.isGood) == [true])
        let pooler = try SharingPooler(before: UInt16(port))
        let found = try await findings(url.replacing(":\(port)/", with: ":\(pooler.port)/"))
        #expect(found.map(\.isGood) == [false] && found[0].text.contains("max_prepared_statements"), "\(found)")
    }

    @Test("Tasks that can't be counted are a warning, and the database is good") func uncountable() async throws {
        let server = try await TestPostgreSQL.shared
        let url = try await server.makeDatabase()
        let location = DatabaseLocation.postgreSQL(try #require(try PostgreSQLURL(url)))
        let storage = try Storage(location, users: .test(), maximumTasks: 10, logger: Logger(label: "test"))
        try await storage.tasks.check()
        try await storage.sessions.check()
        _ = try await server.run("ALTER TABLE latchkey_tasks RENAME COLUMN owner TO other", inDatabase: url)
        let found = try await findings(url)
        #expect(found.map(\.verdict) == [.good, .warning], "\(found)")
        #expect(found.last?.text.contains("can't be counted") == true)
    }
}
