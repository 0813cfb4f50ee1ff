import MisbehavingProvider

/// `access_denied`: with a code it is a page that shows the code, without one the user gave up.
enum AccessDeniedTrial {
    static func run(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = site.browser()
            for change in [RedirectChange.error("access_denied"), .entraError(65004)] {
                site.provider.change { $0.redirect = change }
                let page = try await browser.signIn().page
                try Shortfall.unless(page.location == "/", "answered \(page.status) to a user who gave up")
            }
            site.provider.change { $0.redirect = .entraError(50105) }
            let page = try await browser.signIn().page
            try Shortfall.unless(
                page.status == 400 && page.text.contains("AADSTS50105"), "the page doesn't show the code")
        }
    }
}
