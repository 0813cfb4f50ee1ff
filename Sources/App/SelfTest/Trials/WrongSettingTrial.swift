import MisbehavingProvider

/// An operator's mistake that the authorization endpoint reports: a page that names the setting.
enum WrongSettingTrial {
    static func run(on bench: Bench) async throws {
        try await bench.withSite { site in
            let browser = site.browser()
            for (change, setting) in [
                (RedirectChange.entraError(50011, "invalid_request"), "redirectUri"),
                (.error("invalid_scope"), "scopes"),
            ] {
                site.provider.change { $0.redirect = change }
                let page = try await browser.signIn().page
                try SelfTestError.unless(
                    page.status == 400 && page.text.contains(setting), "the page doesn't name \(setting)")
            }
        }
    }
}
