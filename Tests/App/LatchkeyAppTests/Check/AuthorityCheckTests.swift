import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct AuthorityCheckTests {
    /// The lines of `check` about an authority.
    private func lines(
        at authority: String, _ options: [String] = []
    ) async throws -> (good: [String], faults: [String]) {
        Self.lines(try await findings(at: authority, options))
    }

    /// The lines of `check` about a provider that has been changed so.
    private func lines(
        _ options: [String] = [], _ environment: [String: String] = ["LATCHKEY_CLIENT_SECRET": "secret"],
        texts: [String: String] = [:],
        change: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in }
    ) async throws -> (good: [String], faults: [String]) {
        Self.lines(try await findings(options, environment, texts: texts, change: change))
    }

    private static func lines(_ findings: [Finding]) -> (good: [String], faults: [String]) {
        (findings.filter(\.isGood).map(\.text), findings.filter { !$0.isGood }.map(\.text))
    }

    private func findings(
        at authority: String, _ options: [String] = [],
        _ environment: [String: String] = ["LATCHKEY_CLIENT_SECRET": "secret"],
        texts: [String: String] = [:]
    ) async throws -> [Finding] {
        try await SettingsReading.read(
            ["--authority", authority, "--client-id", "app", "--authority-timeout", "30"] + options, environment,
            texts: texts
        ).findingsAboutAuthority()
    }

    private func findings(
        _ options: [String] = [], _ environment: [String: String] = ["LATCHKEY_CLIENT_SECRET": "secret"],
        texts: [String: String] = [:],
        change: @escaping @Sendable (inout Misbehaviour) -> Void = { _ in }
    ) async throws -> [Finding] {
        // Without a secret here the client is registered as a public one.
        let secret = environment["LATCHKEY_CLIENT_SECRET"]
        let client = RegisteredClient(id: "app", secret: secret, publicKey: Self.key.publicKey)
        return try await ScriptedProvider.serving(client: client) { provider in
            provider.change(change)
            return try await findings(at: provider.url.description, options, environment, texts: texts)
        }
    }

    private static let key = ClientKey.p256()

    private static func offering(_ methods: JSON...) -> @Sendable (inout Misbehaviour) -> Void {
        { $0.metadata["token_endpoint_auth_methods_supported"] = .array(methods) }
    }

    @Test("An authority that fits is reported as good, by its issuer") func good() async throws {
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

    @Test("An authority at which no server listens is a fault of authority") func unreachable() async throws {
        let server = try await LoopbackServer.start { _ in .drop }
        let url = try server.url("").description
        await server.stop()
        let found = try await lines(at: url)
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("authority: ") && found.faults[0].contains(url))
    }

    @Test(
        "An authority without usable or reachable keys is a fault",
        arguments: [
            (KeysChange.emptySet, "publishes no key that could verify an ID token"),
            (.fault(.serverError), "status 500"),
        ])
    func noKeys(_ change: KeysChange, _ words: String) async throws {
        let found = try await lines { $0.keys = change }
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("authority: "), "\(found)")
        #expect(found.faults.first?.contains(words) == true, "\(found)")
    }

    @Test("A configured authentication method that isn't offered is a fault of clientAuthentication")
    func authentication()
        async throws
    {
        let found = try await lines(
            ["--client-authentication", "client_secret_post"], change: Self.offering("private_key_jwt"))
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("clientAuthentication: "))
    }

    @Test("Credentials that the authority doesn't accept, or none at all, are a fault that names the accepted ones")
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

    @Test("A client key that can't sign is a fault of clientKeyFile, and one that can is none") func clientKey()
        async throws
    {
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

    @Test("A response mode form_post that isn't offered is a fault of responseMode") func responseMode() async throws {
        let change: @Sendable (inout Misbehaviour) -> Void = {
            $0.metadata["response_modes_supported"] = ["query", "fragment"]
        }
        let found = try await lines(["--response-mode", "form_post"], change: change)
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("responseMode: "))
        #expect(try await lines(change: change).faults.isEmpty)
    }

    @Test("Authorization requests that have to be pushed to no endpoint are a fault of pushedRequests")
    func noPlaceToPush() async throws {
        let required = try await lines { $0.metadata["require_pushed_authorization_requests"] = .bool(true) }
        for found in [required, try await lines(["--pushed-requests", "always"])] {
            #expect(found.good.isEmpty && found.faults.count == 1, "\(found)")
            #expect(
                found.faults.allSatisfy {
                    $0.hasPrefix("pushedRequests: ") && $0.contains("has no endpoint for them")
                })
        }
    }

    @Test("With pushedRequests never, metadata that requires them is a wrong setting")
    func forbiddenPush() async throws {
        let found = try await findings(["--pushed-requests", "never"]) { $0.pushedRequests = .required }
        let wrong = try #require(found.first { !$0.isGood })
        #expect(wrong.exitCode == ExitCode.settings && wrong.line.hasPrefix("FAULT pushedRequests: "), "\(found)")
        #expect(wrong.text.contains("write auto or always"))
        let offered = try await lines(["--pushed-requests", "never"]) { $0.pushedRequests = .offered }
        #expect(offered.faults.isEmpty)
    }

    @Test("A refused pushed request is a warning if the plain one is sent, else a fault, and names the setting")
    func pushedRequest() async throws {
        for requests in [PushedRequests.offered, .required] {
            #expect(try await lines { $0.pushedRequests = requests }.faults.isEmpty)
        }
        let refused: @Sendable (inout Misbehaviour) -> Void = {
            $0.pushedRequests = .offered
            $0.pushedRequestFault = .notFound
        }
        let warned = try await findings(change: refused)
        #expect(warned.allSatisfy { $0.isGood } && warned.count { $0.verdict == .warning } == 1, "\(warned)")
        #expect(warned.contains { $0.line.hasPrefix("warn  pushedRequests: ") && $0.text.contains("status 404") })
        let words = "no authorization request can be pushed: "
        for (options, requests) in [(["--pushed-requests", "always"], PushedRequests.offered), ([], .required)] {
            let found = try await lines(options) {
                refused(&$0)
                $0.pushedRequests = requests
            }
            #expect(found.faults.count == 1, "\(found)")
            #expect(found.faults.allSatisfy { $0.hasPrefix("pushedRequests: \(words)") && $0.contains("not_found") })
        }
    }

    @Test("A pushed request that is refused for its redirect URI is a fault of redirectUri")
    func refusedRedirectURI() async throws {
        let server = try await LoopbackServer.start { _ in
            .json(#"{"error":"invalid_request","error_description":"unknown redirect_uri"}"#, status: .badRequest)
        }
        let endpoint = try server.url("/par").description
        let refused = try await lines { $0.metadata["pushed_authorization_request_endpoint"] = .string(endpoint) }
        #expect(refused.faults.count == 1, "\(refused)")
        let words = "redirectUri: no authorization request can be pushed: "
        #expect(refused.faults.allSatisfy { $0.hasPrefix(words) && $0.contains("invalid_request") })
        await server.stop()
    }

    @Test("Each policy's metadata is checked") func policies() async throws {
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
                && found.faults[0].contains("status 404"), "\(found)")
        await server.stop()
    }

    @Test(
        "An authority's clock that differs by more than a minute is one fault",
        arguments: [("Sun, 06 Nov 1994 08:49:37 GMT", "behind"), ("Fri, 06 Nov 2195 08:49:37 GMT", "ahead of")])
    func clock(date: String, words: String) async throws {
        let server = try await Self.authority(date: date)
        let found = try await lines(
            at: try server.url("/t").description,
            ["--email-sign-in-policy-id", "b2c_1_in", "--email-sign-up-policy-id", "b2c_1_up"])
        #expect(found.good.count { $0.contains("is there and fits") } == 2)
        #expect(found.faults.count == 1 || found.faults.count == 2, "a second may pass between two responses")
        #expect(found.faults.allSatisfy { $0.hasPrefix("authority: its clock is ") && $0.contains(words) })
        await server.stop()
    }

    /// An authority of which nothing but metadata and keys is there.
    private static func authority(date: String? = nil, without missing: String? = nil) async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            let origin = "http://\(request.headerFields.first { $0.name.canonicalName == "host" }?.value ?? "")"
            var fields: HTTPFields = [.contentType: "application/json"]
            fields[.date] = date
            if let missing, request.target.contains(missing) { return LoopbackResponse(.notFound) }
            guard request.path.hasSuffix("openid-configuration") else {
                return LoopbackResponse(
                    headerFields: fields,
                    body: #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#
                )
            }
            return LoopbackResponse(
                headerFields: fields,
                body:
                    #"{"issuer":"\#(origin)/t","authorization_endpoint":"\#(origin)/a","token_endpoint":"\#(origin)/t","jwks_uri":"\#(origin)/k"}"#
            )
        }
    }

    @Test("A missing end session endpoint and scopes without offline_access are reported, and are no faults")
    func peculiarities()
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

    @Test("A missing scope profile is printed, unless a setting names it, and is no fault") func noProfile()
        async throws
    {
        let change: @Sendable (inout Misbehaviour) -> Void = {
            $0.metadata["scopes_supported"] = ["openid", "email", "offline_access"]
        }
        let found = try await lines(change: change)
        #expect(found.faults.isEmpty && found.good.contains { $0.hasPrefix("scopes: ") && $0.contains("no profile") })
        for option in ["--scopes", "--additional-scopes"] {
            #expect(try await lines([option, "profile"], change: change).good.allSatisfy { !$0.hasPrefix("scopes: ") })
        }
    }

    @Test(
        "A list in the metadata of which nothing can be used is a fault that names its values",
        arguments: [
            ("id_token_signing_alg_values_supported", ["HS256"], "HS256: choose an asymmetric signing key"),
            ("response_types_supported", ["id_token"], "id_token"), ("grant_types_supported", ["implicit"], "implicit"),
        ] as [(String, [String], String)])
    func mismatch(_ name: String, _ values: [String], _ words: String) async throws {
        let found = try await findings { $0.metadata[name] = .array(values.map { .string($0) }) }
        let faults = found.filter { !$0.isGood }
        #expect(faults.count == 1 && faults[0].exitCode == ExitCode.failure, "\(found)")
        #expect(
            faults[0].text.hasPrefix("authority: no user can sign in: its \(name) ") && faults[0].text.contains(words))
    }

    @Test("Empty lists in the authority's metadata count as absent, as they do at a sign-in") func emptyLists()
        async throws
    {
        let found = try await lines {
            for name in [
                "token_endpoint_auth_methods_supported", "response_modes_supported", "scopes_supported",
                "id_token_signing_alg_values_supported", "response_types_supported", "grant_types_supported",
            ] {
                $0.metadata[name] = []
            }
        }
        #expect(found.faults.isEmpty && found.good.count == 2, "\(found)")
    }

    @Test("Unusable signing keys of the authority are a warning that counts them, unless they are for something else")
    func unusableKeys() async throws {
        let found = try await findings { $0.keys = .besideUselessOnes }
        #expect(found.allSatisfy { $0.isGood })
        #expect(found.contains { $0.verdict == .warning && $0.text.contains("9 of 11 keys unusable: ") }, "\(found)")
        let none = try await lines { $0.keys = .forEncryption }
        #expect(none.faults.count == 1 && none.faults[0].contains("(2 of 2 keys unusable: not for signatures"))
    }

    @Test("Metadata at another address is a fault that names the address") func redirect() async throws {
        let found = try await lines { $0.metadataFault = .redirect("https://new.example/realm?secret=1") }
        #expect(found.faults.count == 1 && found.faults[0].contains("(status 307, to https://new.example/realm)"))
    }
}
