import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import Testing

@Suite struct PasswordResetTests {
    @Test("A new password holds, the old one doesn't, and its sessions, codes and tokens have ended")
    func reset() async throws {
        try await TestProvider.run { provider in
            let (elsewhere, browser, relyingParty) = (provider.browser(), provider.browser(), provider.relyingParty)
            let tokens = try await relyingParty.redeem(try await relyingParty.code(elsewhere))
            let unused = try await relyingParty.code(elsewhere)

            let form = try await browser.get(relyingParty.authorizationURL(.passwordReset))
            #expect(form.text.contains("No mail is sent"))
            let page = try await browser.submit(form, ["email": "alice@dev.example", "password": "New-password-2"])
            #expect(
                try await relyingParty.redeem(page.response[single: "code"] ?? "", .passwordReset).claim("tfp")
                    == "b2c_1_password_reset")

            #expect(try await relyingParty.refresh(tokens["refresh_token"])["error"] == "invalid_grant")
            #expect(try await relyingParty.redeem(unused)["error"] == "invalid_grant")
            let signIn = try await elsewhere.get(relyingParty.authorizationURL(.signIn))
            #expect(signIn.status == 200)
            #expect(
                try await elsewhere.submit(signIn, ["email": "alice@dev.example", "password": "latchkey"]).status == 422
            )
            #expect(
                try await elsewhere.submit(signIn, ["email": "alice@dev.example", "password": "New-password-2"]).status
                    == 303)
        }
    }

    @Test(
        "A password reset for an unknown address or to a short password is refused",
        arguments: [("unknown@dev.example", "long enough"), ("alice@dev.example", "short"), ("", "long enough")])
    func refused(email: String, password: String) async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.passwordReset))
            let page = try await browser.submit(form, ["email": email, "password": password])
            #expect(page.status == 422)
            #expect(page.error != nil)
            #expect(try await relyingParty.code(browser) != "")
        }
    }
}
