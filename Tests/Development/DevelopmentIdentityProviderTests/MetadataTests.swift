import DevelopmentIdentityProvider
import Foundation
import HTTPTypes
import SiteTesting
import Testing

@Suite struct MetadataTests {
    @Test(
        "Each flow has metadata in both styles, whose endpoints name the flow in the same style",
        arguments: UserFlow.allCases)
    func metadata(flow: UserFlow) async throws {
        try await TestProvider.runShared { provider in
            let path = try await provider.browser().get(
                "/dev.example/\(flow.rawValue)/v2.0/.well-known/openid-configuration")
            let query = try await provider.browser().get(
                "/dev.example/v2.0/.well-known/openid-configuration?p=\(flow.rawValue.uppercased())")
            let base = "http://localhost:3001/dev.example"
            for (page, authorize, keys) in [
                (
                    path, "\(base)/\(flow.rawValue)/oauth2/v2.0/authorize",
                    "\(base)/\(flow.rawValue)/discovery/v2.0/keys"
                ),
                (
                    query, "\(base)/oauth2/v2.0/authorize?p=\(flow.rawValue)",
                    "\(base)/discovery/v2.0/keys?p=\(flow.rawValue)"
                ),
            ] {
                #expect(page.status == 200)
                #expect(page.headers[.contentType] == "application/json")
                let metadata = TestTokens.object(Data(page.text.utf8))
                #expect(metadata["issuer"] as? String == TestRelyingParty.issuer)
                #expect(metadata["authorization_endpoint"] as? String == authorize)
                #expect(metadata["jwks_uri"] as? String == keys)
                #expect(metadata["code_challenge_methods_supported"] as? [String] == ["S256"])
                #expect(metadata["authorization_response_iss_parameter_supported"] as? Bool == true)
            }
        }
    }

    @Test("The key set has the public parts and nothing else")
    func keys() async throws {
        try await TestProvider.runShared { provider in
            for url in [
                "/dev.example/b2c_1_sign_in/discovery/v2.0/keys", "/dev.example/discovery/v2.0/keys?p=b2c_1_sign_in",
            ] {
                let page = try await provider.browser().get(url)
                let keys = TestTokens.object(Data(page.text.utf8))["keys"] as? [[String: String]] ?? []
                #expect(keys.count == 1)
                #expect(keys.allSatisfy { Set($0.keys) == ["kty", "use", "alg", "kid", "n", "e"] })
            }
        }
    }

    @Test(
        "An unknown path is 404",
        arguments: [
            "/dev.example/b2c_1_nope/v2.0/.well-known/openid-configuration",
            "/dev.example/v2.0/.well-known/openid-configuration?p=b2c_1_nope",
            "/dev.example/v2.0/.well-known/openid-configuration", "/dev.example/b2c_1_nope/oauth2/v2.0/authorize",
            "/other.example/b2c_1_sign_in/v2.0/.well-known/openid-configuration",
            "/dev.example/b2c_1_sign_up/steps/sign-in", "/",
        ])
    func notThere(url: String) async throws {
        try await TestProvider.runShared { provider in
            let page = try await provider.browser().get(url)
            #expect(page.status == 404)
            #expect(page.error != nil)
        }
    }
}
