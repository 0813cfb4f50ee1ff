import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct SignOutTests {
    private static let noConnection = TransportError(.unreachable, "no connection")

    @Test("Sign-out goes to the authority's end session endpoint, if it has one")
    func place() async throws {
        let provider = try await FakeProvider()
        let url = try await SignIn(provider).party.signOutURL(
            idTokenHint: nil, policy: nil, postLogoutRedirectURI: "https://app.example/signed-out", state: nil)
        #expect(
            url?.description
                == "https://id.example/logout?client_id=client&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fsigned-out"
        )
        await provider.change { $0.metadata = ["end_session_endpoint": .null] }
        #expect(
            try await SignIn(provider).party.signOutURL(
                idTokenHint: "x", policy: nil, postLogoutRedirectURI: "https://app.example/", state: nil) == nil)
    }

    @Test(
        "With policies an expired hint is left out, as Azure AD B2C shows an error page; others have to accept it",
        arguments: [(true, 1, true), (true, -1, false), (false, -1, true)])
    func hint(usesPolicies: Bool, life: Double, isSent: Bool) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.claims["exp"] = .number(FakeProvider.now.timeIntervalSince1970 + life) }
        let flow = try SignIn(provider, authority: Authority(FakeProvider.issuer, usesPolicies: usesPolicies))
        let url = try await flow.party.signOutURL(
            idTokenHint: try await provider.idToken(), policy: usesPolicies ? "b2c_1_in" : nil,
            postLogoutRedirectURI: "https://app.example/signed-out", state: nil)
        let query = try #require(url?.query.flatMap(FormBody.init(parsing:)))
        #expect((query[single: "id_token_hint"] != nil) == isSent)
        #expect(query[single: "client_id"] == "client")
    }

    @Test("An ID token hint that would make the URL too long for servers is left out, and the client's id stays")
    func longHint() async throws {
        let provider = try await FakeProvider()
        let party = try SignIn(provider).party
        for (count, isSent) in [(7000, true), (9000, false)] {
            let url = try await party.signOutURL(
                idTokenHint: String(repeating: "x", count: count), policy: nil,
                postLogoutRedirectURI: "https://app.example/signed-out", state: "s")
            let query = try #require(url?.query.flatMap(FormBody.init(parsing:)))
            #expect((query[single: "id_token_hint"] != nil) == isSent)
            #expect(query[single: "client_id"] == "client" && query[single: "state"] == "s")
        }
    }

    @Test("A user's hint that would make the URL too long is left out, too")
    func longLogoutHint() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.claims["login_hint"] = .string(String(repeating: "x", count: 9000)) }
        let url = try await SignIn(provider).party.signOutURL(
            idTokenHint: try await provider.idToken(), policy: nil,
            postLogoutRedirectURI: "https://app.example/signed-out", state: "s")
        let query = try #require(url?.query.flatMap(FormBody.init(parsing:)))
        #expect(query.fields.map(\.name) == ["client_id", "post_logout_redirect_uri", "state"])
    }

    @Test("A token is revoked at the endpoint that the metadata offers, with its kind and the client's authentication")
    func revoke() async throws {
        let provider = try await FakeProvider()
        try await SignIn(provider).party.revoke(refreshToken: "refresh-1", policy: nil)
        let request = try #require(await provider.requests(to: "/revoke").first)
        #expect(request.form == FormBody([("token", "refresh-1"), ("token_type_hint", "refresh_token")]))
        #expect(request.fields[.authorization]?.hasPrefix("Basic ") == true)
        try await SignIn(provider).party.revoke(accessToken: "access-1", policy: nil)
        let second = try #require(await provider.requests(to: "/revoke").last)
        #expect(second.form == FormBody([("token", "access-1"), ("token_type_hint", "access_token")]))
        await provider.change { $0.metadata = ["revocation_endpoint": .null] }
        try await SignIn(provider).party.revoke(refreshToken: "refresh-1", policy: nil)
        #expect(await provider.requests(to: "/revoke").count == 2)
    }

    @Test(
        "A revocation that is refused, or reaches no server, throws",
        arguments: [HTTPResponse.Status.badRequest, .serviceUnavailable, nil])
    func failedRevocation(status: HTTPResponse.Status?) async throws {
        let provider = try await FakeProvider()
        await provider.change {
            if let status {
                $0.instead["/revoke"] = TransportResponse(status: status)
            } else {
                $0.failures["/revoke"] = Self.noConnection
            }
        }
        let error = await #expect(throws: OpenIDConnectError.self) {
            try await SignIn(provider).party.revoke(refreshToken: "refresh-1", policy: nil)
        }
        #expect(error?.kind == (status == nil ? .providerUnreachable : .invalidProviderResponse))
        #expect(error?.description.contains("refresh-1") == false)
    }

    @Test("If a kind of token can't be revoked, that counts as if revocation weren't offered") func unsupportedKind()
        async throws
    {
        let provider = try await FakeProvider()
        await provider.change {
            $0.instead["/revoke"] = FakeProvider.json(
                .of(["error": .string("unsupported_token_type")]), status: .badRequest)
        }
        try await SignIn(provider).party.revoke(accessToken: "access-1", policy: nil)
    }

    @Test("An issuer is the authority's only if it is equal byte for byte")
    func issuer() async throws {
        let party = try SignIn(try await FakeProvider()).party
        #expect(try await party.isIssuer(FakeProvider.issuer, policy: nil))
        #expect(try await !party.isIssuer(FakeProvider.issuer + "/", policy: nil))
    }

    @Test("An issuer that the authority can't have is foreign, even while the metadata can't be fetched")
    func foreignIssuerWithoutMetadata() async throws {
        let provider = try await FakeProvider()
        await provider.change {
            for path in ["", "/t/b2c_1_in/v2.0", "/t/b2c_1_in"] {
                $0.failures["\(path)/.well-known/openid-configuration"] = Self.noConnection
            }
        }
        let plain = try SignIn(provider).party
        #expect(try await !plain.isIssuer("https://other.example", policy: nil))
        #expect(try await !plain.isIssuer("\(FakeProvider.issuer)/other", policy: nil))
        await expectKind(.providerUnreachable) { try await plain.isIssuer(FakeProvider.issuer, policy: nil) }
        let b2c = try SignIn(provider, authority: Authority("https://id.example/t/{policy}", usesPolicies: true)).party
        #expect(try await !b2c.isIssuer("https://other.example/1234/v2.0/", policy: "b2c_1_in"))
        await expectKind(.providerUnreachable) {
            try await b2c.isIssuer("https://id.example/1234/v2.0/", policy: "b2c_1_in")
        }
    }

    @Test("An inspection shows what the authority offers and how much its clock differs")
    func inspect() async throws {
        let provider = try await FakeProvider()
        let url = try #require(HTTPURL("https://id.example/.well-known/openid-configuration"))
        let metadata = try await provider.send(TransportRequest(.get, url))
        var late = metadata
        late.headerFields[.date] = "Fri, 15 Jan 2027 08:02:00 GMT"
        let document = late
        await provider.change { $0.instead = ["/.well-known/openid-configuration": document] }
        let findings = try await SignIn(provider).party.inspect(policy: nil)
        #expect(findings.clockDifference == 120)
        #expect(findings.usableKeys == 1)
        #expect(findings.clientAuthentication == .clientSecretBasic)
        #expect(findings.issuer == FakeProvider.issuer)
    }
}
