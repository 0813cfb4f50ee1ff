import CurlTransport
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct AuthorityCheckTests {
    /// The lines of `check` about an authority.
    private func lines(
        at authority: String, _ options: [String] = [],
        _ environment: [String: String] = ["LATCHKEY_CLIENT_SECRET": "secret"],
        texts: [String: String] = [:]
    ) async throws -> (good: [String], faults: [String]) {
        let configuration = try SettingsReading.read(
            ["--authority", authority, "--client-id", "app", "--authority-timeout", "30"] + options, environment,
            texts: texts)
        let transport = try Endpoints.transport(caFile: nil)
        let endpoints = Endpoints(configuration: configuration, developmentSecret: "")
        let findings = await AuthorityCheck(
            settings: configuration.main,
            relyingParty: try endpoints.relyingParty(at: configuration.main, over: transport)
        ).findings()
        await transport.shutDown()
        return (findings.filter(\.isGood).map(\.text), findings.filter { !$0.isGood }.map(\.text))
    }

    /// The lines of `check` about a provider that has been changed so.
    private func lines(
        _ options: [String] = [], _ environment: [String: String] = ["LATCHKEY_CLIENT_SECRET": "secret"],
        texts: [String: String] = [:],
        change: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in }
    ) async throws -> (good: [String], faults: [String]) {
        // Without a secret here the client is registered as a public one.
        let secret = environment["LATCHKEY_CLIENT_SECRET"]
        let client = RegisteredClient(id: "app", secret: secret, publicKey: Self.key.publicKey)
        return try await ScriptedProvider.serving(client: client) { provider in
            provider.change(change)
            return try await lines(at: provider.url.description, options, environment, texts: texts)
        }
    }

    private static let key = ClientKey.p256()

    private static func offering(_ methods: JSON...) -> @Sendable (inout Misbehaviour) -> Void {
        { $0.metadata["token_endpoint_auth_methods_supported"] = .array(methods) }
    }

    @Test("An authority that fits is said to be there, by its issuer") func good() async throws {
        let found = try await lines()
        #expect(found.faults.isEmpty)
        #expect(found.good.count == 2 && found.good[0].contains("the issuer is http://127.0.0.1:"))
        #expect(found.good.last == "clientAuthentication: the authority accepts the client's credential")
    }

    @Test("Metadata of another issuer is a fault of authority") func otherIssuer() async throws {
        let found = try await lines { $0.metadata["issuer"] = "https://other.example" }
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("authority: "))
        #expect(found.faults[0].contains("https://other.example") && found.faults[0].contains("set issuer"))
    }

    @Test("An issuer that is set and isn't the metadata's is a fault of issuer") func issuerThatIsSet() async throws {
        let found = try await lines(["--issuer", "https://other.example"])
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("issuer: "))
        let right = try await lines(["--issuer", "https://other.example"]) {
            $0.metadata["issuer"] = "https://other.example"
        }
        #expect(right.faults.isEmpty)
    }

    @Test("Metadata that can't be used is a fault of authority", arguments: ResponseFault.unusable) func unusable(
        _ fault: ResponseFault
    )
        async throws
    {
        let found = try await lines { $0.metadataFault = fault }
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("authority: "), "\(found)")
        #expect(found.good.isEmpty)
    }

    @Test("An authority without a listener is a fault of authority") func away() async throws {
        let server = try await LoopbackServer.start { _ in .drop }
        let url = try server.url("").description
        await server.stop()
        let found = try await lines(at: url)
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("authority: ") && found.faults[0].contains(url))
    }

    @Test(
        "An authority without usable or reachable keys is a fault",
        arguments: [KeysChange.emptySet, .fault(.serverError)])
    func noKeys(_ change: KeysChange) async throws {
        let found = try await lines { $0.keys = change }
        #expect(found.faults.count == 1 && found.faults[0].contains("key"))
    }

    @Test("A way to authenticate that is set and not offered is a fault of clientAuthentication") func authentication()
        async throws
    {
        let found = try await lines(
            ["--client-authentication", "client_secret_post"], change: Self.offering("private_key_jwt"))
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("clientAuthentication: "))
    }

    @Test("Credentials of which none is offered, and none at all, are a fault that says what would do")
    func credential() async throws {
        let secret = try await lines(change: Self.offering("private_key_jwt"))
        #expect(
            secret.faults.count == 1
                && secret.faults[0].hasPrefix("clientAuthentication: the authority offers private_key_jwt"))
        let none = try await lines([], [:], change: Self.offering("client_secret_post"))
        #expect(none.faults.count == 1 && none.faults[0].contains("set clientSecret"))
        let unnamed = try await lines([], [:]) { $0.metadata["token_endpoint_auth_methods_supported"] = .null }
        #expect(unnamed.faults.isEmpty)
    }

    @Test("A key that can't sign is a fault of clientKeyFile, and one that can is none") func clientKey() async throws {
        let bad = try await lines(["--client-key-file", "key"], [:], texts: ["key": SettingsReading.privateKey])
        #expect(bad.faults.count == 1 && bad.faults[0].hasPrefix("clientKeyFile: "))
        let good = try await lines(["--client-key-file", "key"], [:], texts: ["key": Self.key.privateKey])
        #expect(good.faults.isEmpty)
        // Of secret and key the one that the authority takes.
        let both = try await lines(
            ["--client-key-file", "key"], texts: ["key": Self.key.privateKey],
            change: Self.offering("private_key_jwt"))
        #expect(both.faults.isEmpty)
    }

    @Test("form_post that is not offered is a fault of responseMode") func responseMode() async throws {
        let change: @Sendable (inout Misbehaviour) -> Void = {
            $0.metadata["response_modes_supported"] = ["query", "fragment"]
        }
        let found = try await lines(["--response-mode", "form_post"], change: change)
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("responseMode: "))
        #expect(try await lines(change: change).faults.isEmpty)
    }

    @Test("Authorization requests that have to be pushed to no endpoint are a fault of authority")
    func noPlaceToPush() async throws {
        let found = try await lines { $0.metadata["require_pushed_authorization_requests"] = .bool(true) }
        #expect(found.good.isEmpty && found.faults.count == 1, "\(found)")
        #expect(found.faults.allSatisfy { $0.hasPrefix("authority: ") && $0.contains("has no endpoint for them") })
    }

    @Test("A pushed authorization request that is refused is a fault, of redirectUri if the refusal names it")
    func pushedRequest() async throws {
        let accepted = try await lines { $0.pushedRequests = .required }
        #expect(accepted.faults.isEmpty, "\(accepted)")
        let missing = try await lines {
            $0.pushedRequests = .required
            $0.pushedRequestFault = .notFound
        }
        #expect(missing.faults.count == 1, "\(missing)")
        let words = "no authorization request can be pushed: "
        #expect(missing.faults.allSatisfy { $0.hasPrefix("authority: \(words)") && $0.contains("not_found") })
        let server = try await LoopbackServer.start { _ in
            .json(#"{"error":"invalid_request","error_description":"unknown redirect_uri"}"#, status: .badRequest)
        }
        let endpoint = try server.url("/par").description
        let refused = try await lines { $0.metadata["pushed_authorization_request_endpoint"] = .string(endpoint) }
        #expect(refused.faults.count == 1, "\(refused)")
        #expect(refused.faults.allSatisfy { $0.hasPrefix("redirectUri: \(words)") && $0.contains("invalid_request") })
        await server.stop()
    }

    @Test("Each policy is asked for by itself") func policies() async throws {
        let found = try await lines(["--email-sign-in-policy-id", "b2c_1_in", "--email-sign-up-policy-id", "b2c_1_up"])
        #expect(found.faults.isEmpty)
        #expect(
            found.good.count == 3 && found.good.contains { $0.contains("b2c_1_in") }
                && found.good.contains { $0.contains("b2c_1_up") })
    }

    @Test("A policy that the authority doesn't have is a fault that names it, and the others are good")
    func missingPolicy() async throws {
        let server = try await Self.authority(without: "b2c_1_typo")
        let found = try await lines(
            at: try server.url("/t").description,
            ["--email-sign-in-policy-id", "b2c_1_in", "--password-reset-policy-id", "b2c_1_typo"])
        #expect(found.good.count { $0.contains("is there and fits") } == 1 && found.good[0].contains("b2c_1_in"))
        #expect(
            found.faults.count == 1 && found.faults[0].hasPrefix("authority: policy b2c_1_typo")
                && found.faults[0].contains("404"))
        await server.stop()
    }

    @Test(
        "A clock that differs by more than a minute is one fault",
        arguments: [("Sun, 06 Nov 1994 08:49:37 GMT", "behind"), ("Fri, 06 Nov 2195 08:49:37 GMT", "ahead of")])
    func clock(date: String, words: String) async throws {
        let server = try await Self.authority(date: date)
        let found = try await lines(
            at: try server.url("/t").description,
            ["--email-sign-in-policy-id", "b2c_1_in", "--email-sign-up-policy-id", "b2c_1_up"])
        #expect(found.good.count { $0.contains("is there and fits") } == 2)
        #expect(found.faults.count == 1 || found.faults.count == 2, "a second may pass between two answers")
        #expect(found.faults.allSatisfy { $0.hasPrefix("authority: its clock is ") && $0.contains(words) })
        await server.stop()
    }

    /// An authority of which nothing but metadata and keys is there.
    private static func authority(date: String? = nil, without missing: String? = nil) async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            let origin = "http://\(request.headerFields.first { $0.name.canonicalName == "host" }?.value ?? "")"
            var fields: HTTPFields = [.contentType: "application/json"]
            fields[.date] = date
            if let missing, request.target.contains(missing) { return Reply(.notFound) }
            guard request.path.hasSuffix("openid-configuration") else {
                return Reply(
                    headerFields: fields,
                    body: #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#
                )
            }
            return Reply(
                headerFields: fields,
                body:
                    #"{"issuer":"\#(origin)/t","authorization_endpoint":"\#(origin)/a","token_endpoint":"\#(origin)/t","jwks_uri":"\#(origin)/k"}"#
            )
        }
    }

    @Test("No place to sign out, and scopes without offline_access, are said and are no faults") func peculiarities()
        async throws
    {
        let change: @Sendable (inout Misbehaviour) -> Void = {
            $0.metadata = ["end_session_endpoint": .null, "scopes_supported": ["openid", "profile"]]
        }
        let found = try await lines(change: change)
        #expect(found.faults.isEmpty && found.good.count == 4)
        #expect(
            found.good.contains { $0.contains("end_session_endpoint") }
                && found.good.contains { $0.contains("offline_access") })
        let asking = try await lines(["--scopes", "offline_access"], change: change)
        #expect(asking.faults.isEmpty && asking.good.count == 3)
    }
}
