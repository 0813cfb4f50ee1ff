import HTTPTransport
import MisbehavingProvider
import Testing

@Suite struct SignInTests {
    @Test(
        "An honest sign-in ends at the tasks, and the provider finds no fault with it",
        arguments: [
            SiteOptions.Policies.none, .inPath, .inQuery,
        ])
    func honest(policies: SiteOptions.Policies) async throws {
        var options = SiteOptions()
        options.policies = policies
        try await Site.running(options) { site in
            let browser = site.browser()
            let answer = try await browser.signIn()
            #expect(answer.status == 303)
            #expect(answer.location == "/tasks")
            #expect(try await browser.tasks().person == "Alice")
            #expect(site.provider.problems == [])
        }
    }
}
