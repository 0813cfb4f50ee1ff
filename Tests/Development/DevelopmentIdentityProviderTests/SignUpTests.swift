import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import SiteTesting
import Testing

@Suite struct SignUpTests {
    @Test("A new account is signed in, by the name that was typed, and signs in again")
    func signUp() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.signUp))
            let page = try await browser.submit(
                form, ["email": "nadia@dev.example", "password": "Correct-horse-7", "displayName": "  Nadia Ünï <b> "])
            let tokens = try await relyingParty.redeem(page.response[single: "code"] ?? "", .signUp)
            #expect(tokens.claim("name") == "Nadia Ünï <b>")
            #expect(tokens.claim("tfp") == "b2c_1_sign_up")
            #expect(try await browser.get(relyingParty.authorizationURL(.signIn)).status == 303)
            let other = provider.browser()
            let signIn = try await other.get(relyingParty.authorizationURL(.signIn))
            #expect(
                try await other.submit(signIn, ["email": "nadia@dev.example", "password": "Correct-horse-7"]).status
                    == 303)
        }
    }

    @Test("An address that has an account is refused, and its password stays")
    func taken() async throws {
        try await TestProvider.runShared { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let form = try await browser.get(relyingParty.authorizationURL(.signUp))
            let page = try await browser.submit(
                form, ["email": "ALICE@dev.example", "password": "Hijack-12345", "displayName": "Mallory"])
            #expect(page.status == 422)
            #expect(page.error?.hasPrefix("There is an account") == true)
            #expect(browser.cookies["development-idp"] == nil)
            let tokens = try await relyingParty.redeem(try await relyingParty.code(browser))
            #expect(tokens.claim("name") == "Alice")
        }
    }

    @Test(
        "Input that can't be an account is refused, and the typed text stays",
        arguments: [
            ("no address", "long enough", "Name"), ("a@b@c", "long enough", "Name"),
            ("a b@dev.example", "long enough", "Name"),
            ("x@dev.example", "7 chars", "Name"), ("x@dev.example", "long enough", " \u{A0} "),
            ("x@dev.example", "long enough", "a\u{0}b"),
            ("x@dev.example", "long enough", String(repeating: "n", count: 101)),
            ("x@dev.example", String(repeating: "p", count: 1025), "Name"),
            (String(repeating: "x", count: 250) + "@d.ex", "long enough", "Name"),
        ])
    func refused(email: String, password: String, name: String) async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signUp))
            let page = try await browser.submit(form, ["email": email, "password": password, "displayName": name])
            #expect(page.status == 422)
            #expect(page.error != nil)
            #expect(page.fields.contains { $0 == (name: "email", value: email) })
        }
    }

    @Test(
        "A refused field is marked, and has the reason and the focus; a new form has no such field",
        arguments: [
            ("no address", "long enough", "Name", "email"), ("alice@dev.example", "long enough", "Name", "email"),
            ("x@dev.example", "7 chars", "Name", "password"), ("x@dev.example", "long enough", " ", "displayName"),
        ])
    func refusedField(email: String, password: String, name: String, field: String) async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signUp))
            #expect(form.fields(with: "aria-invalid") == [] && form.fields(with: "aria-describedby") == [])
            #expect(form.fields(with: "autofocus") == ["displayName"])
            let page = try await browser.submit(form, ["email": email, "password": password, "displayName": name])
            #expect(page.fields(with: "aria-invalid", "true") == [field])
            #expect(
                page.fields(with: "aria-describedby", "problem") == [field] && page.text.contains(#"id="problem""#))
            #expect(page.fields(with: "autofocus") == [field])
        }
    }

    @Test(
        "A form that is sent twice signs in to the account that it has created; with another password it doesn't"
    )
    func twice() async throws {
        try await TestProvider.run { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signUp))
            let fields = ["email": "nina@dev.example", "password": "long enough", "displayName": "Nina"]
            #expect(try await browser.submit(form, fields).response[single: "code"] != nil)
            #expect(try await browser.submit(form, fields).response[single: "code"] != nil)
            let other = try await browser.submit(form, fields.merging(["password": "another one"]) { $1 })
            #expect(other.status == 422 && other.error?.contains("already") == true)
        }
    }

    @Test("The sign-in page leads to signing up, within the same authorization")
    func fromSignIn() async throws {
        try await TestProvider.run { provider in
            let (browser, relyingParty) = (provider.browser(), provider.relyingParty)
            let signIn = try await browser.get(relyingParty.authorizationURL(.signIn))
            let form = try await browser.get(signIn.link("Sign up") ?? "")
            #expect(form.fields.map(\.name).contains("displayName"))
            let page = try await browser.submit(
                form, ["email": "nina@dev.example", "password": "long enough", "displayName": "Nina"])
            let tokens = try await relyingParty.redeem(page.response[single: "code"] ?? "")
            #expect(tokens.claim("tfp") == "b2c_1_sign_in")
        }
    }
}
