import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SiteTesting
import Testing

@Suite struct PageSafetyTests {
    @Test("Typed text comes back escaped")
    func escaped() async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let hostile = "\"><script>alert(1)</script>@x.example"
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signIn, ["login_hint": hostile]))
            #expect(!form.text.contains("<script>alert"))
            let page = try await browser.submit(form, ["email": hostile, "password": "x"])
            #expect(!page.text.contains("<script>alert"))
            #expect(page.fields.contains { $0 == (name: "email", value: hostile) })
        }
    }

    @Test("Every page forbids framing, sniffing, storing and foreign content, and lets its forms lead to the client")
    func headers() async throws {
        try await TestProvider.runShared { provider in
            for url in [
                provider.relyingParty.authorizationURL(.signIn), "/nothing",
                provider.relyingParty.authorizationURL(.signIn, ["client_id": "x"]),
            ] {
                let page = try await provider.browser().get(url)
                #expect(
                    page.headers[.contentSecurityPolicy] == """
                        default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; \
                        form-action 'self' http://localhost:3000; frame-ancestors 'none'; base-uri 'none'
                        """)
                #expect(page.headers[.xContentTypeOptions] == "nosniff")
                #expect(page.headers[.cacheControl] == "no-store")
                #expect(page.headers[values: HTTPField.Name("Referrer-Policy") ?? .cookie] == ["no-referrer"])
            }
        }
    }

    @Test(
        "From a page that is no longer valid, and from one that isn't there, a link leads to the registered client; to another none does"
    )
    func wayBack() async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            for url in [
                "/nothing", "/dev.example/b2c_1_sign_in/steps/sign-in",
                "/dev.example/b2c_1_sign_in/steps/sign-in?transaction=x",
            ] {
                let page = try await browser.get(url)
                #expect(page.status.code >= 400)
                #expect(page.link("Back to the application") == "http://localhost:3000/")
            }
            let page = try await browser.get(provider.relyingParty.authorizationURL(.signIn, ["client_id": "x"]))
            #expect(page.status == 400 && page.link("Back") == nil)
        }
    }

    @Test("The pages' files are served with their type, to be cached for good")
    func assets() async throws {
        try await TestProvider.runShared { provider in
            let page = try await provider.browser().get(provider.relyingParty.authorizationURL(.signIn))
            let path = try #require(page.text.firstMatch(of: /<link rel="stylesheet" href="([^"]*)"/)).1
            let style = try await provider.browser().get(String(path))
            #expect(style.status == 200)
            #expect(style.headers[.contentType]?.hasPrefix("text/css") == true)
            #expect(style.headers[.cacheControl] == "public, max-age=31536000, immutable")
        }
    }

    @Test("Cookies are for this host's pages alone, and none starts with the front end's name")
    func cookies() async throws {
        try await TestProvider.runShared { provider in
            let browser = provider.browser()
            let form = try await browser.get(provider.relyingParty.authorizationURL(.signIn))
            let page = try await browser.submit(form, ["email": "alice@dev.example", "password": "latchkey"])
            let lines = form.headers[values: .setCookie] + page.headers[values: .setCookie]
            #expect(lines.count == 2)
            for line in lines {
                #expect(line.hasPrefix("development-idp"))
                #expect(Set(line.split(separator: "; ").dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Lax"])
            }
        }
    }

    @Test("A form that is too large is refused")
    func tooLarge() async throws {
        try await TestProvider.runShared { provider in
            let page = try await provider.browser().post(
                "/dev.example/b2c_1_sign_in/steps/sign-in", FormBody([("email", String(repeating: "x", count: 70_000))])
            )
            #expect(page.status == 413)
        }
    }
}
