import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

@Suite struct SignInTests {
    @Test("The right password leads back with a code, the state and the issuer")
    func signIn() async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let form = try await browser.get(
                provider.relyingParty.authorizationURL(.signIn, ["login_hint": "alice@dev.example"]))
            #expect(form.status == 200)
            #expect(form.fields.contains { $0 == (name: "email", value: "alice@dev.example") })
            let page = try await browser.submit(form, ["email": " ALICE@dev.example ", "password": "latchkey"])
            #expect(page.status == 303)
            #expect(page.location?.hasPrefix(TestRelyingParty.redirectURI + "?") == true)
            #expect(page.response[single: "state"] == "the state")
            #expect(page.response[single: "iss"] == TestRelyingParty.issuer)
            #expect(page.response[single: "code"] != nil)
        }
    }

    @Test(
        "A wrong password, an unknown address and nonsense are refused by the same words",
        arguments: [
            ("alice@dev.example", "wrong"), ("unknown@dev.example", "latchkey"), ("alice@dev.example", ""),
            ("' OR 1=1 --", "x"), ("", ""),
        ])
    func refused(email: String, password: String) async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signIn))
            let page = try await browser.submit(form, ["email": email, "password": password])
            #expect(page.status == 422)
            #expect(page.error == "The email address or the password is not right.")
            #expect(page.fields.contains { $0 == (name: "email", value: email) })
            #expect(!page.text.contains("value=\"wrong\""))
            #expect(browser.cookies["development-idp"] == nil)
        }
    }

    @Test("A session signs in silently; prompt, max_age, a hint of somebody else and another browser ask again")
    func session() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let code = try await relyingParty.code(browser)
            #expect(code != "")
            provider.clock.advance(by: 100)
            for changes in [[:], ["prompt": "none"], ["max_age": "101"], ["login_hint": "Alice@dev.example"]] {
                #expect(
                    try await browser.get(relyingParty.authorizationURL(.signIn, changes)).response[single: "code"]
                        != nil,
                    "\(changes)")
            }
            for changes in [
                ["prompt": "login"], ["prompt": "select_account"], ["max_age": "100"], ["max_age": "0"],
                ["login_hint": "bob@dev.example"],
            ] {
                #expect(
                    try await browser.get(relyingParty.authorizationURL(.signIn, changes)).status == 200, "\(changes)")
            }
            #expect(try await provider.browser().get(relyingParty.authorizationURL(.signIn)).status == 200)
        }
    }

    @Test("A sign-in starts a new session, and the earlier session opens nothing any more")
    func newSession() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            _ = try await relyingParty.code(browser)
            let before = browser.cookies["development-idp"]
            _ = try await relyingParty.code(browser, ["prompt": "login"])
            #expect(before != nil && browser.cookies["development-idp"] != before)
            let sessions = try await provider.sessionCount()
            #expect(sessions == 1)
        }
    }

    @Test("The provider's session ends by itself")
    func sessionEnds() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            _ = try await relyingParty.code(browser)
            provider.clock.advance(by: 24 * 3600)
            #expect(try await browser.get(relyingParty.authorizationURL(.signIn)).status == 200)
        }
    }

    @Test("A form is refused if it comes from another browser, changed, or an hour later")
    func boundForm() async throws {
        try await TestProvider.run { provider in
            let (browser, other) = (provider.browser(), provider.browser())
            let url = provider.relyingParty.authorizationURL(.signIn)
            let form = try await browser.get(url)
            _ = try await other.get(url)
            let right = ["email": "alice@dev.example", "password": "latchkey"]
            #expect(try await other.submit(form, right).status == 400)
            let changed = form.fields.map {
                ($0.name, $0.name == "transaction" ? Self.altered($0.value) : right[$0.name] ?? "")
            }
            #expect(try await browser.post(form.action, FormBody(changed)).status == 400)
            #expect(
                try await browser.post(
                    form.action, FormBody([("email", "alice@dev.example"), ("password", "latchkey")])
                ).status
                    == 400)
            #expect(
                try await browser.post("/dev.example/b2c_1_edit_profile/steps/edit-profile", FormBody(form.fields))
                    .status == 400)
            provider.clock.advance(by: 3600)
            #expect(try await browser.submit(form, right).status == 400)
        }
    }

    @Test(
        "Cancelling and a forgotten password go back to the client as B2C's errors",
        arguments: [("Cancel", "AADB2C90091:"), ("Forgot", "AADB2C90118:")])
    func leaving(link: String, code: String) async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signIn))
            let response = try await browser.get(form.link(link) ?? "").response
            #expect(response[single: "error"] == "access_denied")
            #expect(response[single: "error_description"]?.hasPrefix(code) == true)
            #expect(response[single: "state"] == "the state")
            #expect(response[single: "iss"] == TestRelyingParty.issuer)
        }
    }

    private static func altered(_ text: String) -> String {
        (text.hasPrefix("A") ? "B" : "A") + text.dropFirst()
    }
}
