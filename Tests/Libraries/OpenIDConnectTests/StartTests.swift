import Encodings
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct StartTests {
    @Test("An authorization request asks for a code, with state, nonce and PKCE of its own")
    func parameters() async throws {
        let flow = try SignIn(try await FakeProvider())
        let (query, attempt) = try await flow.start()
        #expect(query[single: "response_type"] == "code")
        #expect(query[single: "client_id"] == "client")
        #expect(query[single: "redirect_uri"] == "http://localhost:3000/auth/openid/return")
        #expect(query[single: "scope"] == "openid profile offline_access")
        #expect(query[single: "state"] == attempt.state)
        #expect(query[single: "nonce"] == attempt.nonce)
        #expect(query[single: "code_challenge"] == PKCE(verifier: attempt.codeVerifier).challenge)
        #expect(query[single: "code_challenge_method"] == "S256")
        #expect(!query.fields.contains { ["response_mode", "prompt", "max_age", "login_hint"].contains($0.name) })
        let other = try await flow.start().attempt
        #expect(
            Set([attempt.state, attempt.nonce, attempt.codeVerifier, other.state, other.nonce, other.codeVerifier])
                .count == 6)
    }

    @Test("The parameters of a sign-in go before those of the settings")
    func further() async throws {
        let flow = try SignIn(try await FakeProvider()) {
            $0.responseMode = .formPost
            $0.prompt = "login"
            $0.extraParameters = FormBody([("max_age", "60"), ("domain_hint", "google.com"), ("x", "1 2"), ("x", "3")])
        }
        let (query, attempt) = try await flow.start(
            SignInRequest(
                loginHint: "alice@example", uiLocales: "de en", prompt: "none", acrValues: "a",
                domainHint: "facebook.com"))
        #expect(query[single: "response_mode"] == "form_post")
        #expect(query[single: "prompt"] == "none")
        #expect(query[single: "max_age"] == "60")
        #expect(attempt.maxAge == 60)
        #expect(query[single: "login_hint"] == "alice@example")
        #expect(query[single: "ui_locales"] == "de en")
        #expect(query[single: "acr_values"] == "a")
        #expect(query[single: "domain_hint"] == "facebook.com")
        #expect(query.fields.filter { $0.name == "x" }.map(\.value) == ["1 2", "3"])
    }

    @Test(
        "Extra parameters may not be the protocol's own, and max_age is a number",
        arguments: [
            ("state", "x"), ("redirect_uri", "https://evil.example/"), ("code_challenge", "x"), ("prompt", "none"),
            ("login_hint", "all@example"), ("max_age", "soon"), ("max_age", "-1"), ("claims", "{}"),
        ])
    func wrongExtra(_ name: String, _ value: String) async throws {
        let flow = try SignIn(try await FakeProvider()) { $0.extraParameters = FormBody([(name, value)]) }
        await expectKind(.configuration(.extraParameters)) { try await flow.start() }
    }

    @Test(
        "No sign-in starts with unusable metadata",
        arguments: [
            (["issuer": .string("https://evil.example")], .metadataMismatch),
            (["issuer": .null], .invalidProviderResponse),
            (["issuer": .number(1)], .invalidProviderResponse),
            (["authorization_endpoint": .null], .invalidProviderResponse),
            (["token_endpoint": .string("http://id.example/token")], .invalidProviderResponse),
            (["jwks_uri": .string("file:///keys")], .invalidProviderResponse),
            (["authorization_endpoint": .string("javascript:alert(1)")], .invalidProviderResponse),
            (["end_session_endpoint": .number(1)], .invalidProviderResponse),
        ] as [([String: JSONValue], OpenIDConnectError.Kind)])
    func badMetadata(_ changes: [String: JSONValue], _ kind: OpenIDConnectError.Kind) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.metadata = changes }
        let flow = try SignIn(provider)
        await expectKind(kind) { try await flow.start() }
        await expectKind(kind) { try await flow.party.checkReadiness(policy: nil) }
    }

    @Test("Endpoints may be on another host, and unneeded ones may be empty or missing")
    func lenient() async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = [
                "token_endpoint": .string("https://other.example/token"), "userinfo_endpoint": .string(""),
                "revocation_endpoint": .null,
            ]
        }
        _ = try await SignIn(provider).start()
    }

    @Test(
        "An https authority's endpoints are https, also at a loopback address; otherwise all of its metadata is refused",
        arguments: [
            "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "end_session_endpoint",
            "revocation_endpoint",
            "pushed_authorization_request_endpoint", "registration_endpoint", "introspection_endpoint",
            "check_session_iframe", "device_authorization_endpoint", "backchannel_authentication_endpoint",
            "signed_jwks_uri", "mtls_endpoint_aliases",
        ], ["http://127.0.0.1:3001/x", "http://localhost/x", "http://[::1]:3001/x", "HTTP://id.example/x"])
    func plainEndpoint(_ name: String, _ url: String) async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = [name: name == "mtls_endpoint_aliases" ? .of(["token_endpoint": .string(url)]) : .string(url)]
        }
        let party = try SignIn(provider).party
        await expectKind(.invalidProviderResponse) { try await party.startSignIn(SignInRequest()) }
        await expectKind(.invalidProviderResponse) { try await party.inspect(policy: nil) }
        await expectKind(.invalidProviderResponse) { try await party.probe(policy: nil, timeout: .seconds(1)) }
    }

    @Test("Links to documents may be plain http, and endpoints that aren't used empty or missing")
    func plainLinks() async throws {
        let provider = try await FakeProvider()
        let link = JSONValue.string("http://id.example/x")
        await provider.change {
            $0.metadata = [
                "service_documentation": link, "op_policy_uri": link, "op_tos_uri": link,
                "registration_endpoint": .null,
                "introspection_endpoint": .string(""), "check_session_iframe": .string("https://id.example/iframe"),
                "mtls_endpoint_aliases": .of(["token_endpoint": .string("https://mtls.id.example/token")]),
            ]
        }
        _ = try await SignIn(provider).start()
    }

    @Test("A loopback authority may name plain http endpoints at a loopback address, and nowhere else")
    func loopbackAuthority() async throws {
        let provider = try await FakeProvider()
        let authority = "http://127.0.0.1:3001"
        await provider.change {
            $0.metadata = ["issuer": .string(authority), "token_endpoint": .string("http://localhost:3001/token")]
        }
        _ = try await SignIn(provider, authority: Authority(authority)).start()
        await provider.change { $0.metadata["userinfo_endpoint"] = .string("http://id.example/userinfo") }
        await expectKind(.invalidProviderResponse) {
            try await SignIn(provider, authority: Authority(authority)).start()
        }
    }

    @Test("Any other document is no metadata, and a transport's failure is thrown as such")
    func failures() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        let path = "/.well-known/openid-configuration"
        for body in ["", "<html>", "[]", "null"] {
            await provider.change { $0.instead = [path: TransportResponse(status: .ok, body: Array(body.utf8))] }
            await expectKind(.invalidProviderResponse) { try await flow.start() }
        }
        await provider.change { $0.instead = [path: TransportResponse(status: .found)] }
        await expectKind(.invalidProviderResponse) { try await flow.start() }
        for (failure, kind) in [
            (TransportError.Kind.timedOut, OpenIDConnectError.Kind.providerTimedOut),
            (.unreachable, .providerUnreachable),
            (.insecure, .providerUnreachable), (.broken, .providerUnreachable),
            (.responseTooLarge, .invalidProviderResponse),
        ] {
            await provider.change { $0.failures = [path: TransportError(failure, "x")] }
            await expectKind(kind) { try await flow.start() }
        }
    }

    @Test("Metadata is fetched once for many sign-ins")
    func cached() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        for _ in 0..<5 { _ = try await flow.start() }
        #expect(await provider.received.count == 1)
    }

    @Test("An endpoint's own query stays in the request")
    func query() async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["authorization_endpoint": .string("https://id.example/authorize?tenant=a%20b&p=b2c_1_in")]
        }
        let (query, attempt) = try await SignIn(provider).start()
        #expect(query[single: "tenant"] == "a b")
        #expect(query[single: "p"] == "b2c_1_in")
        #expect(query[single: "state"] == attempt.state)
    }

    @Test("A pushed request leaves the browser a reference alone")
    func pushed() async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["pushed_authorization_request_endpoint": .string("https://id.example/par")]
        }
        let flow = try SignIn(provider)
        let start = try await flow.party.startSignIn(SignInRequest())
        #expect(start.url.description == "https://id.example/authorize?client_id=client&request_uri=urn%3Arequest%3A1")
        let request = try #require(await provider.requests(to: "/par").first)
        #expect(request.form[single: "state"] == start.attempt.state)
        #expect(request.form[single: "client_id"] == "client")
        #expect(request.fields[.authorization]?.hasPrefix("Basic ") == true)
    }

    @Test(
        "A pushed request carries the client's id once, however the client proves itself",
        arguments: [
            ClientAuthenticationMethod.clientSecretBasic, .clientSecretPost, .publicClient,
        ])
    func pushedOnce(_ method: ClientAuthenticationMethod) async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["pushed_authorization_request_endpoint": .string("https://id.example/par")]
        }
        _ = try await SignIn(provider) { $0.clientAuthentication = method }.party.startSignIn(SignInRequest())
        #expect(try #require(await provider.requests(to: "/par").first).form[single: "client_id"] == "client")
    }

    @Test("A pushed request with a refused parameter, or without a reference, starts no sign-in")
    func pushRefused() async throws {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["pushed_authorization_request_endpoint": .string("https://id.example/par")]
            $0.instead = ["/par": FakeProvider.json(.of(["error": .string("invalid_scope")]), status: .badRequest)]
        }
        await expectKind(.configuration(.scopes)) { try await SignIn(provider).start() }
        await provider.change { $0.instead = ["/par": TransportResponse(status: .internalServerError)] }
        await expectKind(.invalidProviderResponse) { try await SignIn(provider).start() }
    }
}
