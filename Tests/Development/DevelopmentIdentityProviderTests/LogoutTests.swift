import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

@Suite struct LogoutTests {
    private static let path = TestRelyingParty.path(.signIn, "logout")

    @Test(
        "Signing out ends the session and goes back to the client, state and all",
        arguments: ["id_token_hint", "client_id"])
    func logOut(by means: String) async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let tokens = try await relyingParty.redeem(try await relyingParty.code(browser))
            provider.clock.advance(by: 4000)
            let copy = browser.cookies["development-idp"]
            let query = FormBody([
                (means, means == "client_id" ? TestRelyingParty.clientID : tokens["id_token"]),
                ("post_logout_redirect_uri", TestRelyingParty.postLogoutRedirectURI), ("state", "a b&c"),
            ])
            let page = try await browser.get("\(Self.path)?\(query.encoded)")
            #expect(page.status == 303)
            #expect(page.location == TestRelyingParty.postLogoutRedirectURI + "?state=a+b%26c")
            #expect(copy != nil && browser.cookies["development-idp"] == nil)
            #expect(try await provider.sessionCount() == 0)
            #expect(try await browser.get(relyingParty.authorizationURL(.signIn)).status == 200)
        }
    }

    @Test("A sign-out may be posted, and without an address to return to, a page confirms it")
    func posted() async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            _ = try await relyingParty.code(browser)
            let page = try await browser.post(Self.path)
            #expect(page.status == 200)
            #expect(page.text.contains("You are signed out"))
            #expect(try await browser.get(relyingParty.authorizationURL(.signIn)).status == 200)
        }
    }

    @Test(
        "A sign-out never leads to an address that isn't registered",
        arguments: [
            "https://evil.example/", "http://localhost:3000/signed-out/", "http://localhost:3000/signed-out?x",
            "http://localhost:3000/",
        ])
    func otherAddress(address: String) async throws {
        try await TestProvider.runShared { provider in
            let query = FormBody([("client_id", TestRelyingParty.clientID), ("post_logout_redirect_uri", address)])
            let page = try await provider.browser().get("\(Self.path)?\(query.encoded)")
            #expect(page.status == 400)
            #expect(page.location == nil)
        }
    }

    @Test("A sign-out for an unknown client leads nowhere, although the address is another client's")
    func unknownClient() async throws {
        try await TestProvider.runShared { provider in
            let query = FormBody([
                ("client_id", "unknown"), ("post_logout_redirect_uri", TestRelyingParty.postLogoutRedirectURI),
            ])
            let page = try await provider.browser().get("\(Self.path)?\(query.encoded)")
            #expect(page.status == 400)
        }
    }

    @Test("A hint for another user leaves the session alone; a changed hint is refused")
    func foreignHint() async throws {
        try await TestProvider.runShared { provider in
            let (alice, bob, relyingParty) = (provider.browser(), provider.browser(), provider.relyingParty)
            let tokens = try await relyingParty.redeem(try await relyingParty.code(alice))
            let form = try await bob.get(relyingParty.authorizationURL(.signIn))
            _ = try await bob.submit(form, ["email": "bob@dev.example", "password": "latchkey"])
            let query = FormBody([
                ("id_token_hint", tokens["id_token"]),
                ("post_logout_redirect_uri", TestRelyingParty.postLogoutRedirectURI),
            ])
            #expect(try await bob.get("\(Self.path)?\(query.encoded)").status == 303)
            #expect(try await bob.get(relyingParty.authorizationURL(.signIn)).status == 303)

            let changed = FormBody([("id_token_hint", tokens["id_token"] + "A")])
            #expect(try await alice.get("\(Self.path)?\(changed.encoded)").status == 400)
            #expect(try await alice.get(relyingParty.authorizationURL(.signIn)).status == 303)
        }
    }
}
