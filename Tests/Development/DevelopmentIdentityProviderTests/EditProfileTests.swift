import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import Testing

@Suite struct EditProfileTests {
    @Test("A signed-in user is asked for the name alone, and the session goes on")
    func signedIn() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let before = try await relyingParty.redeem(try await relyingParty.code(browser))
            let cookie = browser.cookies["development-idp"]
            let form = try await browser.get(relyingParty.authorizationURL(.editProfile))
            #expect(form.fields.map(\.name) == ["transaction", "displayName"])
            #expect(form.fields.last?.value == "Alice")
            let page = try await browser.submit(form, ["displayName": "Alice the Second"])
            let after = try await relyingParty.redeem(page.response[single: "code"] ?? "", .editProfile)
            #expect(after.claim("name") == "Alice the Second")
            #expect(after.claim("sub") == before.claim("sub"))
            #expect(browser.cookies["development-idp"] == cookie)
            #expect(try await relyingParty.refresh(before["refresh_token"]).claim("name") == "Alice the Second")
        }
    }

    @Test(
        "A user who isn't signed in is asked for the password too",
        arguments: [("wrong", 422), ("latchkey", 303)] as [(String, HTTPResponse.Status)])
    func signedOut(password: String, status: HTTPResponse.Status) async throws {
        try await TestProvider.run { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.editProfile))
            #expect(Set(form.fields.map(\.name)) == ["transaction", "email", "password", "displayName"])
            let typed = ["email": "bob@dev.example", "password": password, "displayName": "Robert"]
            let page = try await browser.submit(form, typed)
            #expect(page.status == status)
            #expect(page.fields(with: "aria-invalid") == (status == 422 ? ["email", "password"] : []))
            #expect(page.fields(with: "autofocus") == (status == 422 ? ["password"] : []))
        }
    }

    @Test("An empty name is refused, and the account's name stays")
    func empty() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            _ = try await relyingParty.code(browser)
            let form = try await browser.get(relyingParty.authorizationURL(.editProfile))
            let page = try await browser.submit(form, ["displayName": "  "])
            #expect(page.status == 422)
            for mark in ["aria-invalid", "aria-describedby", "autofocus"] {
                #expect(page.fields(with: mark) == ["displayName"])
            }
            #expect(try await relyingParty.redeem(try await relyingParty.code(browser)).claim("name") == "Alice")
        }
    }
}
