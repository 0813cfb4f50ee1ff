import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing

/// The authority's error responses to a sign-in, at the redirect URI and at the token endpoint.
@Suite struct ProviderErrorTests {
    @Test(
        "An operator's mistake that the token endpoint reports is a 502 page that names the setting",
        arguments: [
            (.azureError(90081), "clientSecret"),
            (.error("invalid_grant", description: "Sorry. AADB2C90081: words"), "clientSecret"),
            (.azureError(90018, "invalid_client"), "clientId"),
            (.azureError(90117, "invalid_request"), "scopes"), (.error("invalid_client"), "clientSecret"),
            (.error("unauthorized_client"), "clientId"), (.entraError(7_000_215, "invalid_client"), "clientSecret"),
            (.entraError(700_016, "unauthorized_client"), "clientId"),
            (.azureError(90088, "unauthorized_client"), "clientId"),
            (.entraError(50011, "invalid_grant"), "redirectUri"),
            (.entraError(70011, "invalid_scope"), "scopes"), (.error("invalid_scope"), "scopes"),
        ] as [(TokenResponseChange, String)])
    func operatorsMistake(change: TokenResponseChange, setting: String) async throws {
        try await Site.running { site in
            site.provider.change { $0.code = change }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 502, in: browser)
            #expect(page.error?.contains(setting) == true)
            guard case .refusal = change else { return }
            let line = site.log.lines.first { $0.contains("sign-in failed") }
            for part in [
                EntraErrorText.traceID, EntraErrorText.correlationID, "11111111-2222-3333-4444-555555555555", "AADSTS",
            ] {
                #expect(line?.contains(part) == true && !page.text.contains(part))
            }
        }
    }

    @Test(
        "An operator's mistake that is reported at the redirect URI is a 400 page that names the setting",
        arguments: [
            (.error("unauthorized_client"), "clientId"), (.error("invalid_scope"), "scopes"),
            (.entraError(50011, "invalid_request"), "redirectUri"), (.entraError(70011, "invalid_request"), "scopes"),
        ] as [(RedirectChange, String)])
    func operatorsMistakeAtRedirect(change: RedirectChange, setting: String) async throws {
        try await Site.running { site in
            site.provider.change { $0.redirect = change }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(page.error?.contains(setting) == true)
        }
    }

    @Test("access_denied with a code is a page that shows it; declined permissions lead to the start")
    func accessDenied() async throws {
        try await Site.running { site in
            let browser = site.browser()
            for change in [
                RedirectChange.entraError(65004), .error("access_denied"), .azureError(90091), .azureError(90273),
            ] {
                site.provider.change { $0.redirect = change }
                #expect(try await browser.signIn().location == "/")
            }
            for (change, code) in [
                (RedirectChange.entraError(50105), "AADSTS50105"), (.azureError(90300), "AADB2C90300"),
                (.error("access_denied", description: "Sorry. AADB2C90111: words"), "AADB2C90111"),
            ] {
                site.provider.change { $0.redirect = change }
                let page = try await browser.signIn()
                try await site.expectRefused(page, 400, in: browser)
                #expect(page.error?.contains(code) == true)
            }
        }
    }

    @Test("A token endpoint that is busy is a 503 page that says when to try again", arguments: [429, 503])
    func busyTokenEndpoint(status: Int) async throws {
        try await Site.running { site in
            let browser = site.browser()
            for (field, seconds) in [("7", "7"), (nil, "30"), ("900", "30")] as [(String?, String)] {
                site.provider.change { $0.code = .busy(status, retryAfter: field) }
                let page = try await browser.signIn()
                try await site.expectRefused(page, 503, in: browser)
                #expect(page["Retry-After"] == seconds)
            }
        }
    }

    @Test("Values that were sent reach no log, even if the authority's error repeats them in its own words")
    func echoed() async throws {
        var options = SiteOptions()
        options.client = RegisteredClient(secret: "milk and honey/7")
        options.authentication = .clientSecretPost
        try await Site.running(options) { site in
            site.provider.change { $0.code = .echo("invalid_request") }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 502, in: browser)
            let form = try #require(site.provider.requests(at: .token).first).form
            let secrets =
                ["code", "code_verifier"].compactMap { form[single: $0] } + ["milk and honey", "milk+and+honey"]
            for text in site.log.lines + [try await browser.get("/sign-in").text] {
                for secret in secrets { #expect(!text.lowercased().contains(secret.lowercased())) }
            }
        }
    }

    @Test("The address of an unreachable endpoint is looked up again, and the code is sent to the new one once")
    func movedTokenEndpoint() async throws {
        try await Site.running { site in
            let closed = try await FreePort.find()
            site.provider.change { $0.metadata["token_endpoint"] = .string("http://127.0.0.1:\(closed)/token") }
            let browser = site.browser()
            let response = try await browser.startSignIn()
            site.provider.behave()
            #expect(try await browser.follow(response).location == "/tasks")
            #expect(site.provider.requests(at: .token).count == 1 && site.provider.requests(at: .metadata).count == 2)
        }
    }
}
