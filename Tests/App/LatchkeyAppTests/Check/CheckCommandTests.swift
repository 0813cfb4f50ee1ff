import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct CheckCommandTests {
    private static let correlationID = "9F2B8A64-3A2B-4C1D-8E7F-0123456789ab"

    /// The findings of `check` if all but the tasks API is as it should be.
    private func findings(
        api status: HTTPResponse.Status?, _ options: [String] = [], texts: [String: String] = [:]
    ) async throws -> [Finding] {
        let folder = try TemporaryFolder()
        for (name, text) in texts { try Data(text.utf8).write(to: URL(filePath: folder.file(name))) }
        let api = try await LoopbackServer.start { _ in status.map { LoopbackResponse($0, body: "[]") } ?? .drop }
        let port = try await LoopbackServer.start { _ in .drop }
        return try await ScriptedProvider.serving(client: RegisteredClient(id: "app", secret: "secret")) {
            provider in
            let findings = try await CheckCommand.findings(
                try ConfigurationReader().read(
                    arguments: [
                        "--authority", provider.url.description, "--client-id", "app", "--task-web-api",
                        try api.url("/tasks").description,
                        "--listen", "127.0.0.9:\(port.port)", "--data-directory", folder.file("data"),
                        "--correlation-id", Self.correlationID,
                    ] + options.map { texts[$0] == nil ? $0 : folder.file($0) },
                    environment: ["LATCHKEY_CLIENT_SECRET": "secret"]), .everything)
            #expect(api.requests.allSatisfy { $0.headerFields[.authorization] == nil })
            #expect(provider.requests(at: .token).count == 1)
            let calls = Endpoint.allCases.flatMap { provider.requests(at: $0) }
            let name = try #require(HTTPField.Name("X-Correlation-ID"))
            let fields = calls.map(\.headerFields) + api.requests.map(\.headerFields)
            #expect(fields.allSatisfy { $0[name] == Self.correlationID })
            await api.stop()
            await port.stop()
            return findings
        }
    }

    @Test("If all is well, each finding of a check is good, on a line of its own") func allWell() async throws {
        let findings = try await findings(api: .unauthorized)
        #expect(findings.allSatisfy { $0.isGood }, "\(findings)")
        let settings = findings.map { String($0.text.prefix { $0 != ":" }) }
        #expect(
            settings == [
                "redirectUri", "listen", "threads", "dataDirectory", "database", "authority", "clientAuthentication",
                "taskWebAPI",
            ])
        #expect(
            findings.allSatisfy {
                $0.line.hasPrefix("good  ") && !$0.line.contains { $0.isNewline } && !$0.line.contains("secret")
            })
    }

    @Test("A CA file that can't be used is one fault among the findings, and no other finding is left out")
    func unusableRoots() async throws {
        let findings = try await findings(
            api: .unauthorized, ["--ca-file", "ca.pem"], texts: ["ca.pem": SettingsReading.certificate])
        let settings = findings.map { String($0.text.prefix { $0 != ":" }) }
        #expect(
            settings == [
                "redirectUri", "listen", "threads", "dataDirectory", "caFile", "database", "authority",
                "clientAuthentication", "taskWebAPI",
            ])
        #expect(findings.filter { !$0.isGood }.map { $0.text.prefix { $0 != ":" } } == ["caFile"], "\(findings)")
    }

    @Test(
        "An API that responds with anything but 401 to a request without a token is a fault of taskWebAPI",
        arguments: [.ok, .forbidden, .notFound, .internalServerError, .movedPermanently, nil] as [HTTPResponse.Status?])
    func oddAPI(status: HTTPResponse.Status?) async throws {
        let faults = try await findings(api: status).filter { !$0.isGood }
        #expect(faults.count == 1 && faults[0].line.hasPrefix("FAULT taskWebAPI: "), "\(faults)")
        if let status {
            let words = status == .ok ? "without a token (200)" : "responds with \(status.code) to a request"
            #expect(faults[0].text.contains(words) && faults[0].text.hasSuffix("should respond with 401"), "\(faults)")
        }
    }

    @Test("Every authority is checked, and a finding about a further one names its entry") func furtherAuthority()
        async throws
    {
        try await ScriptedProvider.serving(client: RegisteredClient(id: "app", secret: "secret")) { partner in
            for (path, isGood) in [("", true), ("/elsewhere", false)] {
                if !isGood { partner.change { $0.metadataFault = .notFound } }
                let entry = #"{"name": "a", "authority": "\#(partner.url)\#(path)", "clientId": "app"}"#
                let findings = try await findings(
                    api: .unauthorized, ["--settings", "s.json"],
                    texts: ["s.json": #"{"moreAuthorities": [\#(entry)]}"#])
                let further = findings.filter { $0.text.hasPrefix("moreAuthorities.a.authority: ") }
                #expect(further.count == 1 && further.allSatisfy { $0.isGood == isGood }, "\(findings)")
                #expect(findings.contains { $0.text.hasPrefix("authority: ") && $0.isGood })
            }
        }
    }

    @Test("Without any setting a check finds everything good while serve runs") func development() async throws {
        let folder = try TemporaryFolder()
        // Addresses of this machine at which nothing listens: other loopback numbers with a server's port.
        let server = try await LoopbackServer.start { _ in .drop }
        let (web, identity, api) = (
            "127.0.0.10:\(server.port)", "127.0.0.11:\(server.port)", "127.0.0.12:\(server.port)"
        )
        let findings = try await CheckCommand.findings(
            try SettingsReading.read([
                "--listen", web, "--identity-listen", identity, "--api-listen", api,
                "--data-directory", folder.file("data"),
            ]), .everything)
        #expect(findings.allSatisfy { $0.isGood }, "\(findings)")
        await server.stop()
    }
}
