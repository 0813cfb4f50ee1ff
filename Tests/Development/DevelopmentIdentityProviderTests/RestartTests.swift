import DevelopmentIdentityProvider
import Foundation
import HTTPTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

@Suite struct RestartTests {
    @Test("Accounts, sessions, refresh tokens, forms and the key outlive the process")
    func restart() async throws {
        let folder = try await TestProvider.folder()
        let clock = TestClock()
        let first = FirstRun()
        try await TestProvider.run(in: folder, clock: clock) { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.signUp))
            let page = try await browser.submit(
                form, ["email": "stay@dev.example", "password": "long enough", "displayName": "Stay"])
            await first.set(
                cookies: browser.cookies,
                tokens: try await relyingParty.redeem(page.response[single: "code"] ?? "", .signUp),
                form: try await browser.get(relyingParty.authorizationURL(.editProfile)))
        }
        try await TestProvider.run(in: folder, clock: clock) { provider in
            let relyingParty = provider.relyingParty
            let (cookies, before, form) = await (first.cookies, first.tokens, first.form)
            let browser = provider.browser(cookies)
            #expect(try await browser.get(relyingParty.authorizationURL(.signIn)).status == 303)
            if let before, let form {
                let after = try await relyingParty.refresh(before["refresh_token"], .signUp)
                #expect(after.claim("sub") == before.claim("sub"))
                #expect(after.keyID != nil && after.keyID == before.keyID)
                #expect(try await browser.submit(form, ["displayName": "Stayed"]).status == 303)
            }
            let other = provider.browser()
            let signIn = try await other.get(relyingParty.authorizationURL(.signIn))
            #expect(
                try await other.submit(signIn, ["email": "stay@dev.example", "password": "long enough"]).status == 303)
        }
    }

    @Test(
        "Key and database are for their owner alone",
        arguments: ["identity-provider-key.pem", "identity-provider.sqlite"])
    func permissions(file: String) async throws {
        try await TestProvider.run { provider in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(provider.folder.path)/\(file)")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test("The database holds neither passwords nor tokens as they are")
    func hashed() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let code = try await relyingParty.code(browser)
            let tokens = try await relyingParty.redeem(code)
            let secrets = [code, tokens["refresh_token"], browser.cookies["development-idp"] ?? "", "latchkey"]
            for name in try FileManager.default.contentsOfDirectory(atPath: provider.folder.path) {
                let bytes = FileManager.default.contents(atPath: "\(provider.folder.path)/\(name)") ?? Data()
                for secret in secrets {
                    #expect(!secret.isEmpty && bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
                }
            }
        }
    }

    private actor FirstRun {
        var cookies: CookieJar = [:]
        var tokens: TestTokens?
        var form: WebPage?

        func set(cookies: CookieJar, tokens: TestTokens, form: WebPage) {
            (self.cookies, self.tokens, self.form) = (cookies, tokens, form)
        }
    }
}
