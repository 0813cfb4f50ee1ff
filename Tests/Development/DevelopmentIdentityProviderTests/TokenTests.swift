import Crypto
import CryptoExtras
import DevelopmentIdentityProvider
import Foundation
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

@Suite struct TokenTests {
    @Test("Both tokens have the claims of B2C's tokens, and are signed by the published key")
    func claims() async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let tokens = try await relyingParty.redeem(try await relyingParty.code(browser))
            #expect(tokens.status == 200)
            #expect(tokens.headers[.cacheControl] == "no-store")
            #expect(tokens["token_type"] == "Bearer")
            #expect(tokens.number("expires_in") == 3600)
            #expect(
                Set(tokens["scope"].split(separator: " ")) == [
                    "openid", "profile", "offline_access", Substring(TestRelyingParty.clientID),
                ])
            let now = Int(provider.clock.now.timeIntervalSince1970)
            for name in ["id_token", "access_token"] {
                let claims = TestTokens.claims(tokens[name])
                #expect(claims["iss"] as? String == TestRelyingParty.issuer)
                #expect(claims["aud"] as? String == TestRelyingParty.clientID)
                #expect(claims["name"] as? String == "Alice")
                #expect(claims["emails"] as? [String] == ["alice@dev.example"])
                #expect(claims["tfp"] as? String == "b2c_1_sign_in")
                #expect(claims["oid"] as? String == claims["sub"] as? String)
                #expect(UUID(uuidString: claims["oid"] as? String ?? "") != nil)
                #expect(claims["exp"] as? Int == now + 3600)
                #expect(claims["iat"] as? Int == now)
                #expect(claims["auth_time"] as? Int == now)
                #expect(claims["idp"] == nil)
                #expect(try await Self.isSigned(tokens[name], provider))
                #expect(try await !Self.isSigned(tokens[name].replacing(".", with: ".e", maxReplacements: 1), provider))
            }
            #expect(tokens.claim("nonce") == "the-nonce")
            #expect(tokens.claim("sid") != "")
            #expect(tokens.claim("scp", of: "access_token") == tokens["scope"])
            let half = Data(SHA256.hash(data: Data(tokens["access_token"].utf8))).prefix(16)
            #expect(tokens.claim("at_hash") == TestRelyingParty.encode(half))
        }
    }

    @Test("A silent sign-in is another code with the session's auth_time and sid")
    func silent() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let first = try await relyingParty.redeem(try await relyingParty.code(browser))
            provider.clock.advance(by: 500)
            let second = try await relyingParty.redeem(try await relyingParty.code(browser))
            #expect(first.claim("sid") == second.claim("sid"))
            #expect(
                TestTokens.claims(first["id_token"])["auth_time"] as? Int == TestTokens.claims(second["id_token"])[
                    "auth_time"] as? Int)
        }
    }

    private static func isSigned(_ token: String, _ provider: TestProvider) async throws -> Bool {
        let page = try await provider.browser().get("/dev.example/b2c_1_sign_in/discovery/v2.0/keys")
        let keys = TestTokens.object(Data(page.text.utf8))["keys"] as? [[String: String]] ?? []
        let parts = token.split(separator: ".").map(String.init)
        guard parts.count == 3, let header = decode(parts[0]).map(TestTokens.object),
            header["alg"] as? String == "RS256",
            let key = keys.first(where: { $0["kid"] == header["kid"] as? String }), let n = decode(key["n"] ?? ""),
            let e = decode(key["e"] ?? ""),
            let signature = decode(parts[2])
        else { return false }
        return try _RSA.Signing.PublicKey(n: n, e: e).isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Data("\(parts[0]).\(parts[1])".utf8),
            padding: .insecurePKCS1v1_5)
    }

    private static func decode(_ text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
