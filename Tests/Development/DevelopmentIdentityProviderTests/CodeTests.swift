import DevelopmentIdentityProvider
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SiteTesting
import TestSupport
import Testing

@Suite struct CodeTests {
    @Test("A code is good once; if it is used again, the refresh token that it gave is revoked")
    func once() async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let code = try await relyingParty.code(provider.browser())
            let tokens = try await relyingParty.redeem(code)
            #expect(tokens.status == 200)
            let again = try await relyingParty.redeem(code)
            #expect(again.status == 400)
            #expect(again["error"] == "invalid_grant")
            #expect(again["error_description"].hasPrefix("AADB2C90129:"))
            #expect(try await relyingParty.refresh(tokens["refresh_token"])["error"] == "invalid_grant")
        }
    }

    @Test(
        "A code with another verifier or redirect URI is refused, and so is a made-up one",
        arguments: [
            (["code_verifier": String(repeating: "x", count: 43)], "invalid_grant"),
            (["code_verifier": ""], "invalid_request"),
            (["code_verifier": "short"], "invalid_grant"),
            (["redirect_uri": "http://localhost:3000/other"], "invalid_grant"),
            (["redirect_uri": ""], "invalid_request"), (["code": "made-up"], "invalid_grant"),
            (["code": ""], "invalid_request"),
            (["grant_type": "password"], "unsupported_grant_type"), (["grant_type": ""], "invalid_request"),
        ])
    func refused(changes: [String: String], error: String) async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let code = try await relyingParty.code(provider.browser())
            let tokens = try await relyingParty.redeem(code, .signIn, changes)
            #expect(tokens.status == 400)
            #expect(tokens["error"] == error)
            #expect(tokens["access_token"] == "")
        }
    }

    @Test("A code belongs to its flow")
    func flow() async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let code = try await relyingParty.code(provider.browser())
            let tokens = try await relyingParty.redeem(code, .editProfile)
            #expect(tokens["error"] == "invalid_grant")
            #expect(tokens["error_description"].hasPrefix("AADB2C90088:"))
        }
    }

    @Test("A code is good for five minutes", arguments: [(299, 200), (300, 400)])
    func expiry(seconds: Int, status: Int) async throws {
        try await TestProvider.run { provider in
            let code = try await provider.relyingParty.code(provider.browser())
            provider.clock.advance(by: seconds)
            #expect(try await provider.relyingParty.redeem(code).status == status)
        }
    }

    @Test("The client authenticates by Basic or in the form")
    func authentication() async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let inForm = ["client_id": TestRelyingParty.clientID, "client_secret": TestRelyingParty.secret]
            let asked = ["grant_type": "refresh_token", "refresh_token": "made-up"]
            let byBasic = try await relyingParty.token(.signIn, asked)
            #expect(byBasic["error"] == "invalid_grant")
            #expect(
                try await relyingParty.token(.signIn, asked.merging(inForm) { $1 }, authorization: nil)["error"]
                    == "invalid_grant")
            #expect(try await relyingParty.token(.signIn, asked.merging(inForm) { $1 })["error"] == "invalid_request")
        }
    }

    @Test(
        "A client without valid authentication is refused, with WWW-Authenticate if it used Authorization",
        arguments: [
            TestRelyingParty.basic("unknown"), TestRelyingParty.basic(TestRelyingParty.clientID, "wrong"), "Basic !",
            "Bearer x", nil,
        ] as [String?])
    func stranger(authorization: String?) async throws {
        try await TestProvider.runShared { provider in
            let relyingParty = provider.relyingParty
            let code = try await relyingParty.code(provider.browser())
            let form = [
                "grant_type": "authorization_code", "code": code, "redirect_uri": TestRelyingParty.redirectURI,
                "code_verifier": TestRelyingParty.verifier,
                "client_id": authorization == nil ? TestRelyingParty.clientID : "",
            ]
            let tokens = try await relyingParty.token(.signIn, form, authorization: authorization)
            #expect(tokens.status == 401)
            #expect(tokens["error"] == "invalid_client")
            #expect(tokens.headers.contains(.wwwAuthenticate) == (authorization != nil))
            #expect(try await relyingParty.redeem(code).status == 200)
        }
    }

    @Test("A token request that isn't a form is refused")
    func noForm() async throws {
        try await TestProvider.runShared { provider in
            let path = TestRelyingParty.path(.signIn, "token")
            let json = try await provider.wire.executeRequest(
                uri: path, method: .post, headers: [.contentType: "application/json"], body: nil)
            #expect(json.status == .unsupportedMediaType)
            let headers = TestRelyingParty.basic()
            let twice = try await provider.wire.executeRequest(
                uri: path, method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded", .authorization: headers],
                body: .init(string: "grant_type=refresh_token&grant_type=refresh_token"))
            #expect(TestTokens(twice)["error"] == "invalid_request")
        }
    }
}
