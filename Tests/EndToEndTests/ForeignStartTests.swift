import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import Testing
import WebSupport

/// Sign-ins that a page of another site starts in the user's browser.
@Suite struct ForeignStartTests {
    /// A navigation that a page of another site makes.
    private func foreign(_ path: String, in browser: Browser, from site: String = "cross-site") async throws
        -> WebPage
    {
        try await browser.get(path, headers: [.secFetchSite: site])
    }

    @Test(
        "However many sign-ins another site starts, the one that the user has just started succeeds",
        arguments: ["cross-site", "same-site"],
        ["/sign-in?returnTo=/claims", "/sign-in?login_hint=mallory", "/sign-in?iss="])
    func ownSignInStays(site: String, path: String) async throws {
        try await Site.running { running in
            let browser = running.browser()
            let provider = try await browser.startSignIn("/sign-in?returnTo=/sessions")
            let path = path.hasSuffix("iss=") ? path + FormBody.encode(running.provider.url.description) : path
            for number in 0..<6 {
                let page = try await foreign(path, in: browser, from: site)
                #expect(page.status == (number < 3 ? 303 : 200))
                #expect(page.cookies.count == (number < 3 ? 1 : 0))
                #expect(browser.cookies.count == min(number + 2, 4))
            }
            #expect(try await browser.follow(provider).location == "/sessions")
        }
    }

    @Test("A sign-in too many from another site leads to the ways to sign in, with a button for the requested one")
    func waysToSignIn()
        async throws
    {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = site.browser()
            for _ in 0..<4 { #expect(try await foreign("/sign-up", in: browser).status == 303) }
            let seen = site.provider.requests(at: .authorization).count
            let page = try await foreign("/sign-up?returnTo=/claims&login_hint=a%2Bb%40x.example", in: browser)
            #expect(page.status == 200 && page.error == nil && page["Cache-Control"] == "no-store")
            let link = "/sign-up?returnTo=%2Fclaims&amp;login_hint=a%2Bb%40x.example"
            #expect(page.text.contains("href=\"\(link)\"") && page.text.contains("href=\"/sign-in\""))
            #expect(site.provider.requests(at: .authorization).count == seen)
            let started = try await browser.get(
                link.replacing("&amp;", with: "&"), headers: [.secFetchSite: "same-origin"])
            #expect(started.status == 303)
            #expect(try await browser.follow(try await browser.follow(started)).location == "/claims")
            #expect(site.provider.requests(at: .authorization).last?["login_hint"] == "a+b@x.example")
        }
    }

    @Test(
        "The page in place of another site's sign-in has a button for each kind, and passes on the API's refusal",
        arguments: ["/sign-in", "/sign-up", "/sign-in/facebook", "/password-reset", "/profile"])
    func buttonOfEachKind(path: String) async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            let browser = site.browser()
            for _ in 0..<4 { #expect(try await foreign("/sign-in", in: browser).status == 303) }
            let page = try await foreign("\(path)?returnTo=/claims&after=refusal", in: browser)
            #expect(page.text.contains("href=\"\(path)?returnTo=%2Fclaims&amp;after=refusal\""), "\(page.text)")
        }
    }

    @Test("A signed-in user whom another site sends to sign-in too often goes to the tasks, and stays signed in")
    func signedIn() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            for _ in 0..<4 { #expect(try await foreign("/sign-in", in: browser).locationPath != "/") }
            let page = try await foreign("/sign-in", in: browser)
            #expect(page.status == 303 && page.location == "/" && page.cookies == [])
            try await site.expectSignedIn(browser)
        }
    }

    @Test("The user's own starts push out the oldest attempt") func own() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let first = try await browser.startSignIn()
            for _ in 0..<4 {
                #expect(try await browser.get("/sign-in", headers: [.secFetchSite: "same-origin"]).status == 303)
            }
            try await site.expectRefused(try await browser.follow(first), 400, in: browser)
        }
    }
}
