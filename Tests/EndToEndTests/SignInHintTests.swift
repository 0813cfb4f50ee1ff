import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Buttons that lead straight to one of the provider's own providers.
@Suite struct SignInHintTests {
    private static var options: SiteOptions {
        var options = SiteOptions()
        options.hints = [
            SignInHint(label: "Google", domainHint: "Google"),
            SignInHint(label: "Work & \"school\"", domainHint: "contoso.example"),
        ]
        return options
    }

    @Test("The start page has a button for each sign-in hint, which sends it with its letter case")
    func buttons() async throws {
        try await Site.running(Self.options) { site in
            let browser = site.browser()
            let text = try await browser.get("/").text
            let links = text.matches(of: #/href="?(\/sign-in\?hint=[^" >]+)"?/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
            #expect(links.count == 2)
            #expect(text.contains("Work &amp; &quot;school&quot;"))
            for (link, hint) in zip(links, ["Google", "contoso.example"]) {
                #expect(try await browser.signIn(link).status == 303)
                #expect(site.provider.requests(at: .authorization).last?["domain_hint"] == hint)
            }
            _ = try await site.browser().signIn()
            #expect(site.provider.requests(at: .authorization).last?["domain_hint"] == nil)
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "An unknown label of a sign-in hint is a 404 page",
        arguments: [
            "/sign-in?hint=google", "/sign-in?hint=Other", "/sign-in?hint=", "/sign-in?hint=Google&hint=Google",
        ]
    )
    func unknown(path: String) async throws {
        try await Site.running(Self.options) { site in
            let response = try await site.browser().get(path)
            site.expectErrorPage(response, 404)
            #expect(response.cookies == [])
        }
    }

    @Test("Each authority has its own sign-in hints, even if a link starts the sign-in by its issuer")
    func furtherAuthority() async throws {
        var options = Self.options
        options.partner = SiteOptions.Partner(hints: [SignInHint(label: "Work", domainHint: "work.example")])
        try await Site.running(options) { site in
            let issuer = "iss=\(FormBody.encode(site.partner.url.origin))"
            for path in ["/sign-in/partner?hint=Work", "/sign-in?\(issuer)&hint=Work"] {
                #expect(try await site.browser().signIn(path).status == 303, "\(path)")
                #expect(site.partner.requests(at: .authorization).last?["domain_hint"] == "work.example")
            }
            for path in ["/sign-in/partner?hint=Google", "/sign-in?\(issuer)&hint=Google", "/sign-in?hint=Work"] {
                site.expectErrorPage(try await site.browser().get(path), 404)
            }
        }
    }

    @Test("Without sign-in hints there is no label")
    func none() async throws {
        try await Site.running { site in
            site.expectErrorPage(try await site.browser().get("/sign-in?hint=Google"), 404)
        }
    }

    @Test("A sign-in hint needs the sign-in policy, and is sent with it")
    func policy() async throws {
        var options = Self.options
        options.policies = .inPath
        try await Site.running(options) { site in
            _ = try await site.browser().signIn("/sign-in?hint=Google")
            let request = try #require(site.provider.requests(at: .authorization).last)
            #expect(request["domain_hint"] == "Google")
            #expect(request.policy == "b2c_1_sign_in")
            // The hints belong to the sign-in alone, as other parameters that aren't known.
            #expect(try await site.browser().get("/sign-up?hint=Other").status == 303)
        }
    }
}
