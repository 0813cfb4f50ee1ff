import Logging
import PostgreSQLSessionStorage
import SessionStorage
import StorageTestSupport
import TaskCore
import Testing

@testable import LatchkeyApp

@Suite struct DatabaseServerCheckTests {
    private func findings(_ database: String) async throws -> [Finding] {
        await DatabaseServerCheck(configuration: try SettingsReading.read(["--database", database])).findings()
    }

    @Test("A server that can be used is good, and one that can't be reached or keeps us from making tables is a fault")
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

    @Test("A server that takes no writes, and a user who may not use the tables, are faults that say what to do")
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

    @Test("A file is no server")
    func file() async throws {
        #expect(try await findings("sqlite:x") == [])
    }
}
