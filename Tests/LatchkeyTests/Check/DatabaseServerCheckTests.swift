import StorageTestSupport
import Testing

@testable import Latchkey

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

    @Test("A file is no server")
    func file() async throws {
        #expect(try await findings("sqlite:x") == [])
    }
}
