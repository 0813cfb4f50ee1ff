import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// An error that the provider posts, because it may not ask the person anything.
enum PostedErrorTrial {
    static func run(on bench: Bench) async throws {
        try await bench.withSite(SiteOptions(responseMode: .formPost)) { site in _ = try await site.signedIn() }
        let options = SiteOptions(
            responseMode: .formPost, prompt: "none", extraParameters: FormBody([("max_age", "0")]))
        try await bench.withSite(options) { site in
            let browser = site.browser()
            let (answer, page) = try await browser.signIn()
            try Shortfall.unless(answer[single: "error"] == "login_required", "the provider did not post an error")
            try Shortfall.unless(
                page.status == 400 && page.text.contains("data-error"),
                "answered \(page.status), not with an error page")
            try Shortfall.unless(
                site.provider.requests(at: .token).isEmpty, "the token endpoint was asked all the same")
            try Shortfall.unless(try await !browser.isSignedIn(), "somebody is signed in")
        }
    }
}
