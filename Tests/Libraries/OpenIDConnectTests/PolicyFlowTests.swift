import Encodings
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct PolicyFlowTests {
    private func b2c() async throws -> FakeProvider {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["issuer": .string("https://id.example/1234/v2.0/")]
            $0.claims = ["iss": .string("https://id.example/1234/v2.0/"), "tfp": .string("B2C_1_in")]
        }
        return provider
    }

    @Test("With p= the policy is in every endpoint's query")
    func byQuery() async throws {
        let provider = try await b2c()
        let flow = try SignIn(provider, authority: Authority("https://id.example/t", usesPolicies: true))
        let (query, attempt) = try await flow.start(SignInRequest(policy: "b2c_1_in"))
        #expect(query[single: "p"] == "b2c_1_in")
        #expect(query[single: "scope"] == "openid profile offline_access client")
        let grant = try await flow.finish(attempt)
        #expect(grant.policy == "b2c_1_in")
        #expect(grant.idToken.policy == "B2C_1_in")
        #expect(
            await provider.requests(to: "/t/v2.0/.well-known/openid-configuration").map { $0.query[single: "p"] } == [
                "b2c_1_in"
            ])
        let exchange = try #require(await provider.requests(to: "/token").first)
        #expect(exchange.query[single: "p"] == "b2c_1_in")
        #expect(!exchange.form.fields.contains { $0.name == "p" })
        let out = try #require(
            try await flow.party.signOutURL(
                idTokenHint: "hint", policy: "b2c_1_in", postLogoutRedirectURI: "http://localhost:3000/signed-out",
                state: "s"))
        #expect(
            out.description
                == "https://id.example/logout?p=b2c_1_in&id_token_hint=hint&client_id=client"
                + "&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fsigned-out&state=s")
    }

    @Test("With {policy} each policy has metadata of its own, with v2.0 or without")
    func byPath() async throws {
        let provider = try await b2c()
        let flow = try SignIn(provider, authority: Authority("https://id.example/t/{policy}", usesPolicies: true))
        _ = try await flow.run(SignInRequest(policy: "b2c_1_in"))
        #expect(await provider.requests(to: "/t/b2c_1_in/v2.0/.well-known/openid-configuration").count == 1)
        #expect(try #require(await provider.requests(to: "/token").first).query.fields.isEmpty)

        await provider.change {
            $0.instead = ["/t/b2c_1_up/v2.0/.well-known/openid-configuration": TransportResponse(status: .notFound)]
        }
        _ = try await flow.start(SignInRequest(policy: "b2c_1_up"))
        #expect(await provider.requests(to: "/t/b2c_1_up/.well-known/openid-configuration").count == 1)
    }

    @Test("A token of another policy than the requested one is refused")
    func otherPolicy() async throws {
        let provider = try await b2c()
        await provider.change { $0.claims["tfp"] = .string("b2c_1_reset") }
        let flow = try SignIn(provider, authority: Authority("https://id.example/t", usesPolicies: true))
        await expectKind(.invalidIDToken) { try await flow.run(SignInRequest(policy: "b2c_1_in")) }
    }

    @Test("An issuer on another host is no B2C issuer, unless it is the configured one")
    func issuer() async throws {
        let provider = try await b2c()
        let other: JSONValue = .string("https://login.example/1234/v2.0/")
        await provider.change {
            $0.metadata["issuer"] = other
            $0.claims["iss"] = other
        }
        await expectKind(.metadataMismatch) {
            try await SignIn(provider, authority: Authority("https://id.example/t", usesPolicies: true)).start(
                SignInRequest(policy: "b2c_1_in"))
        }
        let expecting = try Authority(
            "https://id.example/t", expectedIssuer: "https://login.example/1234/v2.0/", usesPolicies: true)
        _ = try await SignIn(provider, authority: expecting).run(SignInRequest(policy: "b2c_1_in"))
    }
}
