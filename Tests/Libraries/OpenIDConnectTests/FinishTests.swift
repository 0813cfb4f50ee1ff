import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct FinishTests {
    @Test("A valid sign-in yields tokens and a verified user")
    func success() async throws {
        let provider = try await FakeProvider()
        let grant = try await SignIn(provider).run()
        #expect(grant.identity == Identity(issuer: FakeProvider.issuer, subject: "alice"))
        #expect(grant.tokens.accessToken == "access-1")
        #expect(grant.tokens.refreshToken == "refresh-1")
        #expect(grant.tokens.expiry == FakeProvider.now.addingTimeInterval(3600))
        #expect(grant.tokens.idToken == grant.idToken.raw)
        let request = try #require(await provider.requests(to: "/token").first)
        #expect(request.method == .post)
        #expect(request.form[single: "redirect_uri"] == "http://localhost:3000/auth/openid/return")
        #expect(request.fields[.authorization] == ClientAuthentication.basic(clientID: "client", secret: "s3cret"))
        #expect(request.query.fields.isEmpty)
    }

    @Test(
        "A wrong state is refused before anything else, errors included, and nothing is sent",
        arguments: [
            [("state", "other")], [("state", "")],
            [("state", "x"), ("error", "access_denied"), ("error_description", "AADB2C90118: x")],
        ])
    func state(_ fields: [(String, String)]) async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        await expectKind(.unknownState) { try await flow.finish(attempt, fields.map { (name: $0.0, value: $0.1) }) }
        var empty = attempt
        empty.state = ""
        await expectKind(.unknownState) { try await flow.finish(empty, [("state", "")]) }
        #expect(await provider.requests(to: "/token").isEmpty)
    }

    @Test("A foreign state causes no request to the authority, not even at a replica without metadata")
    func stateFirst() async throws {
        let provider = try await FakeProvider()
        let attempt = try await SignIn(provider).start().attempt
        let before = await provider.received.count
        await expectKind(.unknownState) { try await SignIn(provider).finish(attempt, [("state", "other")]) }
        #expect(await provider.received.count == before)
    }

    @Test(
        "A parameter that occurs twice is refused",
        arguments: [
            ("state=a&state=a&code=b", .unknownState), ("state=a&code=b&code=b", .invalidResponse),
            ("state=a&iss=x&iss=x", .invalidResponse),
            ("state=a&error=x&error=y", .invalidResponse),
            ("state=a&error=x&error_description=a&error_description=b", .invalidResponse),
        ] as [(String, OpenIDConnectError.Kind)])
    func duplicates(_ query: String, _ kind: OpenIDConnectError.Kind) async throws {
        let form = try #require(FormBody(parsing: query))
        await expectKind(kind) { try AuthorizationResponse(parsing: form) }
    }

    @Test(
        "A sid that no store can hold counts as none",
        arguments: [
            ("", false), ("s\u{0}1", false), (String(repeating: "s", count: 1025), false),
            (String(repeating: "é", count: 512), true),
        ])
    func sessionID(_ sid: String, _ isUsable: Bool) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.claims = ["sid": .string(sid)] }
        let grant = try await SignIn(provider).run()
        #expect(grant.idToken.sessionID == (isUsable ? sid : nil))
    }

    @Test("Unknown parameters next to the code do no harm, even if they occur twice")
    func unknown() async throws {
        let flow = try SignIn(try await FakeProvider())
        let attempt = try await flow.start().attempt
        _ = try await flow.finish(attempt, [("session_state", "1"), ("x", "1"), ("x", "2")])
    }

    @Test("The response's issuer must be the attempt's, and must be present if the metadata promises it")
    func responseIssuer() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        _ = try await flow.finish(attempt, [("iss", FakeProvider.issuer)])
        await expectKind(.invalidResponse) { try await flow.finish(attempt, [("iss", "https://evil.example")]) }
        await expectKind(.invalidResponse) { try await flow.finish(attempt, [("iss", FakeProvider.issuer + "/")]) }
        await expectKind(.invalidResponse) {
            try await flow.finish(attempt, [("iss", "https://evil.example"), ("error", "access_denied")])
        }

        await provider.change { $0.metadata = ["authorization_response_iss_parameter_supported": .bool(true)] }
        let promising = try SignIn(provider)
        let second = try await promising.start().attempt
        await expectKind(.invalidResponse) { try await promising.finish(second) }
        await expectKind(.invalidResponse) { try await promising.finish(second, [("error", "access_denied")]) }
        _ = try await promising.finish(second, [("iss", FakeProvider.issuer)])
    }

    @Test("A response with neither code nor error is refused")
    func neither() async throws {
        let flow = try SignIn(try await FakeProvider())
        let attempt = try await flow.start().attempt
        await expectKind(.invalidResponse) { try await flow.finish(attempt, [("code", "")]) }
    }

    @Test("An error response is thrown even if the authority has become unreachable")
    func errorWhileUnreachable() async throws {
        let provider = try await FakeProvider()
        let attempt = try await SignIn(provider).start().attempt
        await provider.change { $0.failures = ["/.well-known/openid-configuration": TransportError(.unreachable, "x")] }
        let elsewhere = try SignIn(provider)
        await expectKind(.passwordForgotten) {
            try await elsewhere.finish(attempt, [("error", "access_denied"), ("error_description", "AADB2C90118: x")])
        }
        await expectKind(.providerUnreachable) { try await elsewhere.finish(attempt) }
    }

    @Test("A sign-in that starts at one replica can end at another")
    func otherReplica() async throws {
        let provider = try await FakeProvider()
        let attempt = try await SignIn(provider).start().attempt
        #expect(try await SignIn(provider).finish(attempt).identity.subject == "alice")
    }

    @Test("A sign-in that was started at another issuer is not finished at this one")
    func otherIssuer() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        var attempt = try await flow.start().attempt
        attempt.issuer = "https://other.example"
        await expectKind(.invalidResponse) { try await flow.finish(attempt) }
        #expect(await provider.requests(to: "/token").isEmpty)
    }

    @Test("A code that isn't good, and a verifier that isn't the challenge's, are invalid grants")
    func invalidGrant() async throws {
        let flow = try SignIn(try await FakeProvider())
        var attempt = try await flow.start().attempt
        await expectKind(.invalidGrant) { try await flow.finish(attempt, [("code", "stolen")]) }
        attempt.codeVerifier = SecureRandom.text()
        await expectKind(.invalidGrant) { try await flow.finish(attempt) }
    }

    @Test(
        "An ID token that doesn't verify is refused",
        arguments: [
            ["iss": .string("https://evil.example")], ["sub": .null], ["aud": .array([])], ["iat": .null],
            ["nonce": .string("x")],
            ["exp": .number("1e300")], ["at_hash": .string("x")],
        ] as [[String: JSONValue]])
    func badClaims(_ changes: [String: JSONValue]) async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        await provider.change { $0.claims = changes }
        await expectKind(.invalidIDToken) { try await flow.finish(attempt) }
        await provider.change { $0.claims = [:] }
        _ = try await flow.finish(attempt)
    }

    @Test(
        "An ID token with an invalid header is refused",
        arguments: [
            ["alg": .string("none")], ["alg": .string("NONE")], ["alg": .string("RS384")], ["alg": .string("ES256")],
            ["alg": .null],
            ["alg": .number(1)], ["crit": .strings("exp")], ["crit": .array([])], ["kid": .string("unknown")],
            ["kid": .number(1)],
            ["typ": .string("logout+jwt")], ["typ": .string("at+jwt")], ["typ": .number(1)],
        ] as [[String: JSONValue]])
    func badHeader(_ changes: [String: JSONValue]) async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        await provider.change { $0.header = changes }
        await expectKind(.invalidIDToken) { try await flow.finish(attempt) }
        await provider.change { $0.header = [:] }
        _ = try await flow.finish(attempt)
    }

    @Test("HS256 with the client's secret or the public key doesn't count as a signature")
    func symmetric() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        let honest = await provider.signer
        for secret in ["s3cret", honest.jwk["n"]?.string ?? ""] {
            let signer = TestSigner.hs256(secret: secret, kid: honest.kid)
            await provider.change {
                $0.keys = [.object(honest.jwk)]
                $0.signer = signer
            }
            await expectKind(.invalidIDToken) { try await flow.finish(attempt) }
        }
    }

    @Test("An unsigned token is refused, whether it has no signature or that of another token")
    func unsigned() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        let parts = try await provider.idToken().split(separator: ".").map(String.init)
        let none = Base64URL.encode(#"{"alg":"none"}"#.utf8)
        for raw in [
            "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).",
            "\(parts[0]).\(parts[1])", "x", "..",
            "\(parts[0]).\(parts[1]).\(parts[2]).a.b",
        ] {
            await provider.change { $0.tokenResponse = ["id_token": .string(raw)] }
            await expectKind(.invalidIDToken) { try await flow.finish(attempt) }
        }
    }

    @Test(
        "An acr that is none of the requested acr_values is refused, but not a missing one, nor any at a refresh"
    )
    func contextClass() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider) { $0.extraParameters = FormBody([("acr_values", "gold silver")]) }
        for (acr, isGood) in [
            (.string("gold"), true), (.string("silver"), true), (.null, true), (.string("bronze"), false),
            (.string("gold silver"), false),
            (.number(1), false), (.string(""), false),
        ] as [(JSONValue, Bool)] {
            await provider.change { $0.claims = ["acr": acr] }
            #expect(((try? await flow.run()) != nil) == isGood, "\(acr)")
        }
        _ = try await flow.refresh("r")
    }

    @Test("A sign-in whose acr is essential is refused without it, and not if only acr_values are requested")
    func essentialContextClass() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        _ = try await flow.run(SignInRequest(acrValues: "gold"))
        await expectKind(.insufficientAuthentication) {
            try await flow.run(SignInRequest(acrValues: "gold", isACREssential: true))
        }
        await provider.change { $0.claims = ["acr": .string("gold")] }
        _ = try await flow.run(SignInRequest(acrValues: "gold", isACREssential: true))
    }
}
