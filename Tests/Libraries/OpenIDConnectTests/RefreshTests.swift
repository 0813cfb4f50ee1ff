import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct RefreshTests {
    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let alice = "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"
    private static let mallory = "f4b7c1d8-2e63-4a90-8d5f-17c3b9e6a042"

    @Test("A refresh brings new tokens with a verified ID token, and sends no scope")
    func success() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.tokenResponse = ["refresh_token": .string("refresh-2")] }
        let tokens = try await SignIn(provider).refresh("refresh-1")
        #expect(tokens.accessToken == "access-1")
        #expect(tokens.refreshToken == "refresh-2")
        #expect(tokens.idToken?.subject == "alice")
        #expect(tokens.expiry == FakeProvider.now.addingTimeInterval(3600))
        let form = try #require(await provider.requests(to: "/token").first).form
        #expect(form == FormBody([("grant_type", "refresh_token"), ("refresh_token", "refresh-1")]))
    }

    @Test(
        "At Microsoft Entra without policies the scopes of the sign-in are sent again, or no ID token would come",
        arguments: [
            ("https://login.microsoftonline.com/\(Self.tenant)/v2.0", false, true),
            ("https://app.ciamlogin.com/\(Self.tenant)/v2.0", false, true),
            ("https://app.b2clogin.com/app.onmicrosoft.com/v2.0", true, false),
            ("https://app.b2clogin.com/app.onmicrosoft.com/v2.0", false, false),
        ])
    func scopes(_ authority: String, _ usesPolicies: Bool, _ areSent: Bool) async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = [
                "issuer": .string(authority), "scopes_supported": .strings("openid", "profile", "offline_access"),
            ]
            $0.tokenResponse = ["id_token": .null]
        }
        let policy = usesPolicies ? "b2c_1_in" : nil
        let flow = try SignIn(provider, authority: Authority(authority, usesPolicies: usesPolicies)) {
            $0.scopes = ["api://tasks/all"]
        }
        let user = try #require(UserKey(kind: .subject, space: authority, value: "alice"))
        _ = try await flow.party.refresh(
            "r", policy: policy, identity: Identity(issuer: authority, subject: "alice"), user: user)
        let form = try #require(await provider.received.last { $0.path == "/token" }).form
        #expect(form[single: "scope"] == (areSent ? "openid profile offline_access api://tasks/all" : nil))
    }

    @Test(
        "At External ID a refresh brings an ID token, which is verified, also at a custom domain",
        arguments: ["app.ciamlogin.com", "login.contoso.example"])
    func idTokenOnRequest(host: String) async throws {
        let authority = "https://app.ciamlogin.com/\(Self.tenant)/v2.0"
        let provider = try await FakeProvider()
        await provider.change {
            $0.refreshesIDTokenOnRequest = true
            $0.metadata = ["issuer": .string(authority)]
            $0.claims = ["iss": .string(authority), "nonce": .null, "groups": .strings("new")]
        }
        let place = "https://\(host)/\(Self.tenant)/v2.0"
        let flow = try SignIn(provider, authority: Authority(place, expectedIssuer: authority))
        let tokens = try await flow.refresh("r", issuer: authority)
        #expect(tokens.idToken?.claims.strings("groups") == ["new"])
        await provider.change { $0.claims["sub"] = .string("mallory") }
        await expectKind(.invalidIDToken) { try await flow.refresh("r", issuer: authority) }
    }

    @Test("A replaced secret serves from the next call on, and an unusable credential leaves the old one in use")
    func otherCredential() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        func proof() async throws -> String? {
            _ = try await flow.refresh("r")
            return await provider.requests(to: "/token").last?.fields[.authorization]
        }
        let first = try await proof()
        try await flow.party.replaceCredential(.secret("another secret"))
        let second = try await proof()
        #expect(first != second)
        let clientID = flow.party.configuration.clientID
        #expect(second == ClientAuthentication.basic(clientID: clientID, secret: "another secret"))
        await expectKind(.configuration(.clientKey)) {
            try await flow.party.replaceCredential(.privateKey("nonsense"))
        }
        #expect(try await proof() == second)
    }

    @Test("A refresh response may lack the ID token, its nonce, and the refresh token")
    func sparse() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.tokenResponse = ["refresh_token": .null, "id_token": .null] }
        let tokens = try await SignIn(provider).refresh("refresh-1")
        #expect(tokens.refreshToken == "refresh-1")
        #expect(tokens.idToken == nil)
        await provider.change {
            $0.tokenResponse = [:]
            $0.claims = ["nonce": .null]
        }
        #expect(try await SignIn(provider).refresh("refresh-1").idToken != nil)
    }

    @Test(
        "A refreshed ID token of another subject, issuer or client ends the session",
        arguments: [
            ["sub": .string("bob")], ["iss": .string("https://evil.example")], ["aud": .string("other")],
            ["exp": .number(1)],
            ["at_hash": .string("x")],
        ] as [[String: JSONValue]])
    func refused(_ changes: [String: JSONValue]) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.claims = changes }
        await expectKind(.invalidIDToken) {
            try await SignIn(provider).refresh("r")
        }
        #expect(OpenIDConnectError.Kind.invalidIDToken.endsSession)
    }

    @Test(
        "A refreshed ID token with another sub, iss or user key ends the session",
        arguments: [
            ("https://id.example/t", true, ["oid": .string("mallory")]),
            ("https://id.example/t", true, ["oid": .null]),
            ("https://id.example/t", true, ["sub": .string("bob")]),
            ("https://id.example/t", true, ["iss": .string("https://evil.example")]),
            ("https://id.example/t/{policy}", true, ["oid": .string("mallory")]),
            ("https://login.microsoftonline.com/\(Self.tenant)/v2.0", false, ["oid": .string(Self.mallory)]),
            ("https://login.microsoftonline.com/\(Self.tenant)/v2.0", false, ["tid": .string(Self.mallory)]),
            ("https://people.ciamlogin.com/\(Self.tenant)/v2.0", false, ["oid": .string(Self.mallory)]),
        ] as [(String, Bool, [String: JSONValue])])
    func otherUser(authority: String, usesPolicies: Bool, changes: [String: JSONValue]) async throws {
        let provider = try await FakeProvider()
        let issuer = usesPolicies ? "https://id.example/1234/v2.0/" : authority
        await provider.change {
            $0.metadata = ["issuer": .string(issuer)]
            $0.claims = ["iss": .string(issuer), "tid": .string(Self.tenant), "oid": .string(Self.alice)]
        }
        let policy = usesPolicies ? "b2c_1_in" : nil
        let flow = try SignIn(provider, authority: Authority(authority, usesPolicies: usesPolicies))
        let grant = try await flow.run(SignInRequest(policy: policy))
        @Sendable func refresh() async throws -> RefreshedTokens {
            try await flow.party.refresh("r", policy: policy, identity: grant.identity, user: grant.user)
        }
        #expect(try await refresh().idToken?.user == grant.user)
        // Microsoft may write the same GUID in capitals.
        await provider.change { $0.claims["oid"] = .string(Self.alice.uppercased()) }
        #expect(try await refresh().idToken?.user == grant.user)
        await provider.change { $0.claims.merge(changes) { $1 } }
        await expectKind(.invalidIDToken, refresh)
    }

    @Test("An oid of a plain provider says nothing about the user")
    func otherObjectID() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.claims = ["oid": .string("mallory")] }
        #expect(try await SignIn(provider).refresh("r").idToken?.subject == "alice")
    }

    @Test("Only the refusal of a refresh ends the session, a failure doesn't")
    func failures() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        await provider.change {
            $0.instead = ["/token": FakeProvider.json(.of(["error": .string("invalid_grant")]), status: .badRequest)]
        }
        await expectKind(.invalidGrant) { try await flow.refresh("r") }
        #expect(OpenIDConnectError.Kind.invalidGrant.endsSession)
        await provider.change { $0.instead = ["/token": TransportResponse(status: .badGateway)] }
        await expectKind(.badTokenResponse) { try await flow.refresh("r") }
        #expect(!OpenIDConnectError.Kind.badTokenResponse.endsSession)
        await provider.change { $0.failures = ["/token": TransportError(.timedOut, "x")] }
        await expectKind(.providerTimedOut) { try await flow.refresh("r") }
        #expect(!OpenIDConnectError.Kind.providerTimedOut.endsSession)
    }

    @Test("No refresh token is consumed while the keys can't be fetched")
    func keysFirst() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.failures = ["/keys": TransportError(.unreachable, "x")] }
        await expectKind(.providerUnreachable) {
            try await SignIn(provider).refresh("r")
        }
        #expect(await provider.requests(to: "/token").isEmpty)
    }

    @Test(
        "If keys become unreachable during a refresh, the error has the new refresh token, but its description hasn't"
    )
    func keysUnreachableAfterwards() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        _ = try await flow.refresh("r")
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        await provider.change {
            ($0.signer, $0.tokenResponse) = (newer, ["refresh_token": .string("refresh-2")])
            $0.failures = ["/keys": TransportError(.timedOut, "x")]
        }
        do {
            _ = try await flow.refresh("r")
            Issue.record("nothing was refused")
        } catch let error as OpenIDConnectError {
            #expect(error.kind == .providerTimedOut && !error.kind.endsSession)
            #expect(error.newRefreshToken == "refresh-2")
            #expect(!"\(error) \(String(reflecting: error))".contains("refresh-2"))
        }
    }

    @Test("A refresh token is never sent to another issuer")
    func otherIssuer() async throws {
        let provider = try await FakeProvider()
        await expectKind(.signInAgain) { try await SignIn(provider).refresh("r", issuer: "https://former.example") }
        #expect(await provider.requests(to: "/token").isEmpty)
    }
}
