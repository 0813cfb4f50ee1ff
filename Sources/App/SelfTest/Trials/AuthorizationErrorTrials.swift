import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// `access_denied`: with a code it is a page that shows the code, without one the user gave up.
enum AccessDeniedTrial {
    static func run(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = site.browser()
            for change in [RedirectChange.error("access_denied"), .entraError(65004)] {
                site.provider.change { $0.redirect = change }
                let page = try await browser.signIn().page
                try SelfTestError.unless(
                    page.location == "/", "the site responded with \(page.status) to a user who gave up")
            }
            site.provider.change { $0.redirect = .entraError(50105) }
            let page = try await browser.signIn().page
            try SelfTestError.unless(
                page.status == 400 && page.text.contains("AADSTS50105"), "the page doesn't show the code")
        }
    }
}

/// An error that the provider posts, because it may not interact with the user.
enum PostedErrorTrial {
    static func run(on bench: Bench) async throws {
        try await bench.withSite(SiteOptions(responseMode: .formPost)) { site in _ = try await site.signedIn() }
        let options = SiteOptions(
            responseMode: .formPost, prompt: "none", extraParameters: FormBody([("max_age", "0")]))
        try await bench.withSite(options) { site in
            let browser = site.browser()
            let (redirect, page) = try await browser.signIn()
            try SelfTestError.unless(
                redirect[single: "error"] == "login_required", "the provider did not post an error")
            try SelfTestError.unless(
                page.status == 400 && page.text.contains("data-error"),
                "the site responded with \(page.status), not with an error page")
            try SelfTestError.unless(
                site.provider.requests(at: .token).isEmpty, "the token endpoint was asked all the same")
            try SelfTestError.unless(try await !browser.isSignedIn(), "somebody is signed in")
        }
    }
}
