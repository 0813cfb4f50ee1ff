import DevelopmentIdentityProvider
import FoundationEssentials
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

@Suite struct RefreshTests {
    @Test("Each refresh gives the next token; one that was used before ends them all")
    func rotation() async throws {
        try await TestProvider.run { provider in
            let relyingParty = provider.relyingParty
            let first = try await relyingParty.redeem(try await relyingParty.code(provider.browser()))
            provider.clock.advance(by: 3600)
            let second = try await relyingParty.refresh(first["refresh_token"])
            #expect(second.status == 200)
            #expect(second["refresh_token"] != first["refresh_token"])
            for name in ["iss", "sub", "aud", "sid"] { #expect(second.claim(name) == first.claim(name)) }
            #expect(second.claim("nonce") == "")
            #expect(
                TestTokens.claims(second["id_token"])["iat"] as? Int == Int(provider.clock.now.timeIntervalSince1970))
            let third = try await relyingParty.refresh(second["refresh_token"])
            #expect(third.status == 200)

            #expect(try await relyingParty.refresh(first["refresh_token"])["error"] == "invalid_grant")
            let after = try await relyingParty.refresh(third["refresh_token"])
            #expect(after.status == 400)
            #expect(after["error_description"].hasPrefix("AADB2C90129:"))
        }
    }

    @Test("Without offline_access there is no refresh token")
    func noOfflineAccess() async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let code = try await relyingParty.code(
                provider.browser(), ["scope": "openid \(TestRelyingParty.clientID) unknown"])
            let tokens = try await relyingParty.redeem(code)
            #expect(tokens["access_token"] != "")
            #expect(tokens["refresh_token"] == "")
            #expect(tokens["scope"] == "openid \(TestRelyingParty.clientID)")
        }
    }

    @Test(
        "A refresh token belongs to its flow and ends after 14 days",
        arguments: [(UserFlow.editProfile, 0), (.signIn, 14 * 24 * 3600)])
    func refused(flow: UserFlow, seconds: Int) async throws {
        try await TestProvider.run { provider in
            let relyingParty = provider.relyingParty
            let tokens = try await relyingParty.redeem(try await relyingParty.code(provider.browser()))
            provider.clock.advance(by: seconds)
            #expect(try await relyingParty.refresh(tokens["refresh_token"], flow)["error"] == "invalid_grant")
        }
    }

    @Test("However often it is refreshed, a grant ends after 90 days")
    func grantEnds() async throws {
        try await TestProvider.run { provider in
            let relyingParty = provider.relyingParty
            var tokens = try await relyingParty.redeem(try await relyingParty.code(provider.browser()))
            for _ in 1...8 {
                provider.clock.advance(by: 10 * 24 * 3600)
                tokens = try await relyingParty.refresh(tokens["refresh_token"])
                #expect(tokens.status == 200)
            }
            provider.clock.advance(by: 10 * 24 * 3600)
            #expect(try await relyingParty.refresh(tokens["refresh_token"])["error"] == "invalid_grant")
        }
    }

    @Test("A revoked refresh token is worth nothing; revoking an unknown one is no error")
    func revocation() async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let tokens = try await relyingParty.redeem(try await relyingParty.code(provider.browser()))
            let path = TestRelyingParty.path(.signIn, "revoke")
            let token = ["token": tokens["refresh_token"]]
            #expect(
                try await relyingParty.post(path, token, authorization: TestRelyingParty.basic("unknown")).status == 401
            )
            #expect(try await relyingParty.post(path, ["token": "made-up"]).status == 200)
            #expect(try await relyingParty.post(path, token).status == 200)
            #expect(try await relyingParty.refresh(tokens["refresh_token"])["error"] == "invalid_grant")
        }
    }
}
