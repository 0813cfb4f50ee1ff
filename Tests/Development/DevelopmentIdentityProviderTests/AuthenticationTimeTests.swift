import DevelopmentIdentityProvider
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import SiteTesting
import TestSupport
import Testing

@Suite struct AuthenticationTimeTests {
    /// `auth_time` in both tokens, as seconds after a time; `nil` if they differ.
    private static func authTime(_ tokens: TestTokens, after start: Int) -> Int? {
        let times = ["id_token", "access_token"].map { TestTokens.claims(tokens[$0])["auth_time"] as? Int }
        return times[0] == times[1] ? times[0].map { $0 - start } : nil
    }

    private static func time(_ provider: TestProvider) -> Int { Int(provider.clock.now.timeIntervalSince1970) }

    @Test("After a silent sign-in and after refreshes both tokens have the time of the password")
    func original() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty, start) = (provider.browser(), provider.relyingParty, Self.time(provider))
            var tokens = try await relyingParty.redeem(try await relyingParty.code(browser))
            #expect(Self.authTime(tokens, after: start) == 0)
            provider.clock.advance(by: 500)
            tokens = try await relyingParty.redeem(try await relyingParty.code(browser))
            #expect(Self.authTime(tokens, after: start) == 0)
            for _ in 1...2 {
                provider.clock.advance(by: 3600)
                tokens = try await relyingParty.refresh(tokens["refresh_token"])
                #expect(Self.authTime(tokens, after: start) == 0)
            }
        }
    }

    @Test(
        "A password that max_age or prompt demands makes its own time count, for later sign-ins too",
        arguments: [["max_age": "100"], ["prompt": "login"], ["max_age": "0"], ["max_age": "100", "prompt": "login"]])
    func demanded(changes: [String: String]) async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty, start) = (provider.browser(), provider.relyingParty, Self.time(provider))
            _ = try await relyingParty.code(browser)
            provider.clock.advance(by: 100)
            let form = try await browser.get(relyingParty.authorizationURL(.signIn, changes))
            #expect(form.fields.map(\.name) == ["transaction", "email", "password"])
            let page = try await browser.submit(form, ["email": "alice@dev.example", "password": "latchkey"])
            let tokens = try await relyingParty.redeem(page.response[single: "code"] ?? "")
            #expect(Self.authTime(tokens, after: start) == 100)
            provider.clock.advance(by: 50)
            let silent = try await relyingParty.redeem(try await relyingParty.code(browser, ["max_age": "51"]))
            #expect(Self.authTime(silent, after: start) == 100)
        }
    }

    @Test("The stand-in for Facebook goes on silently only as max_age and prompt allow")
    func facebook() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty, start) = (provider.browser(), provider.relyingParty, Self.time(provider))
            let typed = ["email": "fay@example.com", "displayName": "Fay"]
            let form = try await browser.get(relyingParty.authorizationURL(.facebookSignIn))
            #expect(try await browser.submit(form, typed).status == 303)
            provider.clock.advance(by: 100)
            let silent = try await browser.get(relyingParty.authorizationURL(.facebookSignIn, ["max_age": "101"]))
            let before = try await relyingParty.redeem(silent.response[single: "code"] ?? "", .facebookSignIn)
            #expect(Self.authTime(before, after: start) == 0)
            for changes in [["prompt": "login"], ["max_age": "100"]] {
                let again = try await browser.get(relyingParty.authorizationURL(.facebookSignIn, changes))
                #expect(again.status == 200)
                let page = try await browser.submit(again, typed)
                let after = try await relyingParty.redeem(page.response[single: "code"] ?? "", .facebookSignIn)
                #expect(Self.authTime(after, after: start) == Self.time(provider) - start)
                provider.clock.advance(by: 100)
            }
        }
    }

    @Test(
        "The profile's form wants the password if max_age or prompt does, and else keeps the time of the session",
        arguments: [
            (["max_age": "101"], false), ([:], false), (["max_age": "100"], true), (["prompt": "login"], true),
        ])
    func profile(changes: [String: String], wantsPassword: Bool) async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty, start) = (provider.browser(), provider.relyingParty, Self.time(provider))
            _ = try await relyingParty.code(browser)
            provider.clock.advance(by: 100)
            let form = try await browser.get(relyingParty.authorizationURL(.editProfile, changes))
            #expect(form.fields.contains { $0.name == "password" } == wantsPassword)
            let typed = ["email": "alice@dev.example", "password": "latchkey", "displayName": "Alice"]
            let page = try await browser.submit(form, typed)
            let tokens = try await relyingParty.redeem(page.response[single: "code"] ?? "", .editProfile)
            #expect(Self.authTime(tokens, after: start) == (wantsPassword ? 100 : 0))
        }
    }

    @Test("A profile's form that is sent after max_age has passed wants the password, and changes nothing before")
    func lateForm() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            _ = try await relyingParty.code(browser)
            let form = try await browser.get(relyingParty.authorizationURL(.editProfile, ["max_age": "100"]))
            #expect(form.fields.map(\.name) == ["transaction", "displayName"])
            provider.clock.advance(by: 100)
            let page = try await browser.submit(form, ["displayName": "Mallory"])
            #expect(page.status == 422)
            #expect(page.fields.contains { $0.name == "password" })
            #expect(try await relyingParty.redeem(try await relyingParty.code(browser)).claim("name") == "Alice")
        }
    }
}
