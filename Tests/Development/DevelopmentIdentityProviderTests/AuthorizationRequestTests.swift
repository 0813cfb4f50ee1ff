import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import Testing

@Suite struct AuthorizationRequestTests {
    @Test(
        "An unknown client or redirect URI gets a page, and no redirect to anywhere",
        arguments: [
            ["redirect_uri": "https://evil.example/cb"],
            ["redirect_uri": TestRelyingParty.redirectURI + ".evil.example"],
            ["redirect_uri": TestRelyingParty.redirectURI + "/x"],
            ["redirect_uri": TestRelyingParty.redirectURI + "?x"],
            ["redirect_uri": "http://127.0.0.1:3000/auth/openid/return"], ["redirect_uri": ""],
            ["client_id": "unknown"],
            ["client_id": ""],
        ])
    func page(changes: [String: String]) async throws {
        try await TestProvider.runShared { provider in
            let page = try await provider.browser().get(provider.relyingParty.authorizationURL(.signIn, changes))
            #expect(page.status == 400)
            #expect(page.location == nil)
            #expect(page.error != nil)
            #expect(!page.text.contains("evil"))
        }
    }

    @Test("A parameter that is there twice is refused")
    func twice() async throws {
        try await TestProvider.runShared { provider in
            let url = provider.relyingParty.authorizationURL(.signIn)
            let page = try await provider.browser().get(url + "&scope=openid")
            #expect(page.status == 400)
        }
    }

    @Test(
        "Any other error goes back to the client",
        arguments: [
            (["response_type": "token"], "unsupported_response_type"), (["response_type": ""], "invalid_request"),
            (["response_mode": "fragment"], "invalid_request"), (["scope": "profile"], "invalid_scope"),
            (["scope": ""], "invalid_scope"),
            (["code_challenge": ""], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"), (["code_challenge_method": ""], "invalid_request"),
            (["prompt": "none login"], "invalid_request"), (["prompt": "create"], "invalid_request"),
            (["max_age": "-1"], "invalid_request"),
            (["max_age": "soon"], "invalid_request"), (["request": "e30.e30."], "request_not_supported"),
            (["request_uri": "https://x.example"], "request_uri_not_supported"), (["prompt": "none"], "login_required"),
            (["id_token_hint": "e30.e30."], "invalid_request"),
            (["nonce": String(repeating: "n", count: 4097)], "invalid_request"),
        ])
    func error(changes: [String: String], code: String) async throws {
        try await TestProvider.runShared { provider in
            let response = try await provider.browser().get(provider.relyingParty.authorizationURL(.signIn, changes))
                .response
            #expect(response[single: "error"] == code)
            #expect(response[single: "state"] == "the state")
            #expect(response[single: "iss"] == TestRelyingParty.issuer)
            #expect(response[single: "code"] == nil)
        }
    }

    @Test("A flow that must ask can't be silent", arguments: [UserFlow.signUp, .passwordReset, .editProfile])
    func mustAsk(flow: UserFlow) async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            _ = try await relyingParty.code(browser)
            let response = try await browser.get(relyingParty.authorizationURL(flow, ["prompt": "none"])).response
            #expect(response[single: "error"] == "interaction_required")
        }
    }

    @Test("The request may be posted, and the policy may be in the query")
    func posted() async throws {
        try await TestProvider.runShared { provider in
            let url = provider.relyingParty.authorizationURL(.signIn)
            let query = url.split(separator: "?")[1]
            let byQuery = try await provider.browser().get(
                "/dev.example/oauth2/v2.0/authorize?p=B2C_1_sign_in&\(query)")
            #expect(byQuery.fields.map(\.name) == ["transaction", "email", "password"])
            let fields = FormBody(parsing: query)?.fields ?? []
            let byPost = try await provider.browser().post(
                "/dev.example/b2c_1_sign_in/oauth2/v2.0/authorize", FormBody(fields))
            #expect(byPost.fields.map(\.name) == ["transaction", "email", "password"])
        }
    }

    @Test("With form_post the response is a form that leads to the client")
    func formPost() async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.signIn, ["response_mode": "form_post"]))
            let page = try await browser.submit(form, ["email": "alice@dev.example", "password": "latchkey"])
            #expect(page.status == 200)
            #expect(page.action == TestRelyingParty.redirectURI)
            #expect(page.headers[.cacheControl] == "no-store")
            let fields = Dictionary(uniqueKeysWithValues: page.fields)
            #expect(Set(fields.keys) == ["code", "state", "iss"])
            #expect(fields["state"] == "the state")
            #expect(try await relyingParty.redeem(fields["code"] ?? "").status == 200)
            let silent = try await provider.browser().get(
                relyingParty.authorizationURL(.signIn, ["response_mode": "form_post", "prompt": "none"]))
            #expect(Dictionary(uniqueKeysWithValues: silent.fields)["error"] == "login_required")
        }
    }

    @Test("An id_token_hint of somebody else's session asks again")
    func hint() async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let tokens = try await relyingParty.redeem(try await relyingParty.code(browser))
            let url = relyingParty.authorizationURL(.signIn, ["prompt": "none", "id_token_hint": tokens["id_token"]])
            #expect(try await browser.get(url).response[single: "code"] != nil)
            let bob = provider.browser()
            let form = try await bob.get(relyingParty.authorizationURL(.signIn))
            _ = try await bob.submit(form, ["email": "bob@dev.example", "password": "latchkey"])
            #expect(try await bob.get(url).response[single: "error"] == "login_required")
        }
    }
}
