import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import Testing

@Suite struct FacebookTests {
    @Test(
        "The page says that it stands in for Facebook; the tokens name Facebook, and the account is not the local one")
    func signIn() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.facebookSignIn))
            #expect(form.text.contains("stands in for Facebook"))
            let page = try await browser.submit(form, ["email": "alice@dev.example", "displayName": "Fay Book"])
            let tokens = try await relyingParty.redeem(page.response[single: "code"] ?? "", .facebookSignIn)
            #expect(tokens.claim("idp") == "facebook.com")
            #expect(tokens.claim("idp", of: "access_token") == "facebook.com")
            #expect(tokens.claim("name") == "Fay Book")
            #expect(try await browser.get(relyingParty.authorizationURL(.facebookSignIn)).status == 303)
            #expect(try await browser.get(relyingParty.authorizationURL(.signIn)).status == 200)

            let local = try await relyingParty.redeem(try await relyingParty.code(provider.browser()))
            #expect(local.claim("sub") != tokens.claim("sub"))
            #expect(local.claim("name") == "Alice")
            #expect(local.claim("idp") == "")
        }
    }

    @Test("An address that comes again is the same account, with the new name")
    func again() async throws {
        try await TestProvider.run { provider in
            let relyingParty = provider.relyingParty
            var subjects: Set<String> = []
            for name in ["Fay", "Fay Book"] {
                let browser = provider.browser()
                let form = try await browser.get(relyingParty.authorizationURL(.facebookSignIn))
                let page = try await browser.submit(form, ["email": "fay@example.com", "displayName": name])
                let tokens = try await relyingParty.redeem(page.response[single: "code"] ?? "", .facebookSignIn)
                subjects.insert(tokens.claim("sub"))
                #expect(tokens.claim("name") == name)
            }
            #expect(subjects.count == 1)
        }
    }

    @Test("A Facebook account has no password to sign in with or to reset")
    func noPassword() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.facebookSignIn))
            _ = try await browser.submit(form, ["email": "fay@example.com", "displayName": "Fay"])
            let reset = try await browser.get(relyingParty.authorizationURL(.passwordReset))
            #expect(
                try await browser.submit(reset, ["email": "fay@example.com", "password": "long enough"]).status == 422)
        }
    }
}
