import CurlTransport
import HTTPTransport
import MisbehavingProvider
import Testing

@testable import Latchkey

@Suite struct AuthorityCheckTests {
    /// What `check` says of a provider that has been changed so.
    private func lines(
        _ options: [String] = [], _ change: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in }
    ) async throws -> (good: [String], faults: [String]) {
        try await MisbehavingProvider.serving(client: RegisteredClient(id: "app", secret: "secret")) { provider in
            provider.change(change)
            let configuration = try SettingsReading.read(
                ["--authority", provider.url.description, "--client-id", "app"] + options, ["LATCHKEY_CLIENT_SECRET": "secret"])
            let transport = try Surroundings.transport(configuration)
            let surroundings = Surroundings(configuration: configuration, developmentSecret: "")
            let findings = try await AuthorityCheck(
                surroundings: surroundings, relyingParty: try surroundings.relyingParty(over: transport)
            ).findings()
            await transport.shutDown()
            return (findings.filter(\.isGood).map(\.text), findings.filter { !$0.isGood }.map(\.text))
        }
    }

    @Test("An authority that fits is said to be there, by its issuer") func good() async throws {
        let found = try await lines()
        #expect(found.faults.isEmpty)
        #expect(found.good.count == 1 && found.good[0].contains("the issuer is http://127.0.0.1:"))
    }

    @Test("Metadata of another issuer is a fault of authority") func otherIssuer() async throws {
        let found = try await lines { $0.metadata["issuer"] = "https://other.example" }
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("authority: "))
    }

    @Test("An authority whose keys nobody can use is a fault") func noKeys() async throws {
        let found = try await lines { $0.keys = KeysChange.none }
        #expect(found.faults.count == 1 && found.faults[0].contains("no key"))
    }

    @Test("A way to authenticate that is set and not offered is a fault of clientAuthentication") func authentication() async throws {
        let found = try await lines(["--client-authentication", "client_secret_post"]) {
            $0.metadata["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
        }
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("clientAuthentication: "))
    }

    @Test("Each policy is asked for by itself") func policies() async throws {
        let found = try await lines(["--email-sign-in-policy-id", "b2c_1_in", "--email-sign-up-policy-id", "b2c_1_up"])
        #expect(found.faults.isEmpty)
        #expect(found.good.count == 2 && found.good.contains { $0.contains("b2c_1_in") } && found.good.contains { $0.contains("b2c_1_up") })
    }
}
