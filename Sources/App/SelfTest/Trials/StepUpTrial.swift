import HTTPTransport
import MisbehavingProvider

/// A user who is signed in, and whom the tasks API requires to sign in in a stronger or fresher way.
struct StepUpTrial: Sendable {
    let api: ChallengingTasksAPI
    /// `acr_values`, `max_age` and `claims` of the authorization request that has to follow.
    let requested: [String?]

    /// The provider does what it is asked for.
    func run(on bench: Bench) async throws {
        try await bench.withSite(SiteOptions(tasksAPI: api)) { site in
            let (browser, back) = try await Self.stepUp(at: site, .satisfied)
            let list = try await browser.follow(back)
            try SelfTestError.unless(
                list.status == 200 && list.url.path == "/tasks",
                "after the step-up \(list.url.path) responded with \(list.status)")
            let requests = site.provider.requests(at: .authorization)
            let asked = ["acr_values", "max_age", "claims"].map { requests.last?[$0] }
            try SelfTestError.unless(
                requests.count == 2 && asked == requested, "the provider was not asked for what the API requires")
            let grants = site.provider.requests(at: .token).map { $0["grant_type"] }
            try SelfTestError.unless(
                grants == ["authorization_code", "authorization_code"], "tokens were refreshed, which is of no use")
            try SelfTestError.unless(site.provider.problems.isEmpty, site.provider.problems.joined(separator: "; "))
        }
    }

    /// The provider doesn't do what it is asked for, so that the sign-in has to be refused.
    func runRefused(_ response: StepUpResponse, on bench: Bench) async throws {
        try await bench.withSite(SiteOptions(tasksAPI: api)) { site in
            let (browser, back) = try await Self.stepUp(at: site, response)
            try SelfTestError.unless(
                back.status == 400 && back.text.contains("data-error"),
                "the site responded with \(back.status), not with an error page")
            try SelfTestError.unless(try await browser.isSignedIn(), "the session from before has ended")
        }
    }

    /// The API requires the same again, which has to be a page and not a loop.
    func runTwice(_ response: StepUpResponse = .satisfied, on bench: Bench) async throws {
        try await bench.withSite(SiteOptions(tasksAPI: api)) { site in
            let (browser, back) = try await Self.stepUp(at: site, response)
            let page = try await browser.follow(back)
            try SelfTestError.unless(
                page.status == 403 && page.text.contains("data-error"),
                "the site responded with \(page.status), not with an error page")
            try SelfTestError.unless(
                site.provider.requests(at: .authorization).count == 2, "the browser went round in circles")
        }
    }

    /// Goes from the list of tasks to the provider and back.
    private static func stepUp(
        at site: Site, _ response: StepUpResponse
    ) async throws -> (browser: BenchBrowser, back: BrowserPage) {
        let browser = try await site.signedIn()
        site.provider.change { $0.stepUp = response }
        let start = try await browser.get("/tasks")
        try SelfTestError.unless(
            start.status == 303 && start.location?.hasPrefix(site.provider.origin) == true,
            "the list of tasks did not lead to the provider: \(start.status)")
        return (browser, try await browser.handOver(try await browser.follow(start)).page)
    }
}
