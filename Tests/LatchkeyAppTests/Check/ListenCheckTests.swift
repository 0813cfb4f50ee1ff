import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct ListenCheckTests {
    @Test("A port in use is a fault of its setting, a free one is none") func ports() async throws {
        let server = try await LoopbackServer.start { _ in .drop }
        #expect(try await findings(listen: "127.0.0.9:\(server.port)").map { $0.isGood } == [true])
        let taken = try await findings(listen: "127.0.0.1:\(server.port)")
        #expect(taken.count == 1 && !taken[0].isGood)
        #expect(taken[0].text.hasPrefix("listen: 127.0.0.1:\(server.port)") && taken[0].text.contains("in use"))
        await server.stop()
    }

    private func findings(listen: String) async throws -> [Finding] {
        let configuration = try SettingsReading.read([
            "--listen", listen, "--authority", "http://localhost:1", "--client-id", "c", "--task-web-api",
            "http://localhost:2",
        ])
        return await ListenCheck(configuration: configuration).findings()
    }

    @Test("What runs next to the web front end needs an address of its own") func parts() async throws {
        let server = try await LoopbackServer.start { _ in .drop }
        let configuration = try SettingsReading.read([
            "--listen", "192.0.2.1:\(server.port)", "--identity-listen", "127.0.0.2:\(server.port)", "--api-listen",
            "127.0.0.1:\(server.port)",
        ])
        let findings = await ListenCheck(configuration: configuration).findings()
        #expect(findings.map(\.isGood) == [false, true, false])
        #expect(findings.map { $0.text.prefix { $0 != ":" } } == ["listen", "identityListen", "apiListen"])
        #expect(findings[0].text.contains("no such address") && findings[2].text.contains("in use"))
        await server.stop()
    }
}
