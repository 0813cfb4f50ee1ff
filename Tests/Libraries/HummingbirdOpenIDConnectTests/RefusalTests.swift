import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct RefusalTests {
    /// Expects that a refused response leaves nothing behind.
    private func expectRefused(
        _ answer: Page, _ browser: Browser, _ status: HTTPResponse.Status = .badRequest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(browser.cookies["__Host-session"] == nil, sourceLocation: sourceLocation)
        #expect(answer.headers[.cacheControl] == "no-store", sourceLocation: sourceLocation)
    }

    @Test(
        "A response with an unknown state is refused",
        arguments: [
            "?code=c", "?code=c&state=", "?code=c&state=unknown", "?state=unknown",
            "?error=access_denied&state=unknown", "", "?state=%",
            "?code=c&state=a%3B%20Domain%3Delsewhere.example",
        ])
    func unknownState(_ query: String) async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            _ = try await browser.begin()
            expectRefused(try await browser.get("/sign-in/return\(query)"), browser)
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test("A response is accepted once, also with copies of all cookies") func usedTwice() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let answer = try await browser.begin()
            let thief = browser.copy()
            #expect(try await browser.get(answer).status == .seeOther)
            expectRefused(try await thief.get(answer), thief)
            #expect(site.provider.requests(at: .token).count == 1)
        }
    }

    @Test("HEAD at the redirect URI sets nothing and consumes nothing") func head() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let answer = try await browser.begin()
            let head = try await browser.head(answer)
            #expect(head.status == .ok && head.setCookies.isEmpty && head.headers[.cacheControl] == "no-store")
            #expect(site.provider.requests(at: .token).isEmpty)
            #expect(try await browser.get(answer).status == .seeOther)
        }
    }

    @Test("An answer to another browser's sign-in is refused") func otherBrowser() async throws {
        try await TestSite.running { site in
            let answer = try await site.browser().begin()
            let victim = site.browser()
            expectRefused(try await victim.get(answer), victim)
            _ = try await victim.begin()
            expectRefused(try await victim.get(answer), victim)
        }
    }

    @Test("A sign-in expires after ten minutes") func expired() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let answer = try await browser.begin()
            site.clock.advance(by: 600)
            expectRefused(try await browser.get(answer), browser)
        }
    }

    @Test(
        "A response with two states, or of another issuer, is refused",
        arguments: [RedirectChange.repeatedState, .wrongIssuer, .noState])
    func oddAnswers(_ change: RedirectChange) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.redirect = change }
            let browser = site.browser()
            expectRefused(try await browser.get(try await browser.begin()), browser)
        }
    }

    @Test(
        "A token that does not verify starts no session",
        arguments: [IDTokenChange.wrongAudience, .wrongNonce, .damagedSignature, .expired])
    func badToken(_ change: IDTokenChange) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.idToken = change }
            let browser = site.browser()
            expectRefused(try await browser.get(try await browser.begin()), browser)
            #expect(browser.isWithoutCookies)
        }
    }

    @Test("A provider's failure is distinguished from a failed sign-in") func awayProvider() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.metadataFault = .serverError }
            let browser = site.browser()
            let answer = try await browser.get("/sign-in")
            expectRefused(answer, browser, .badGateway)
            #expect(answer.setCookies.isEmpty)
        }
    }

    @Test("A cookie that has been changed counts as none and is cleared") func tampered() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let value = try #require(browser.cookies["__Host-session"])
            for place in [0, value.count / 2, value.count - 1] {
                var characters = Array(value)
                characters[place] = characters[place] == "A" ? "B" : "A"
                browser.cookies["__Host-session"] = String(characters)
                #expect(try await browser.get("/account").status == .seeOther)
                #expect(try await browser.get("/").text == "nobody")
                #expect(browser.isWithoutCookies)
            }
        }
    }

    @Test("A background request sets no cookie for one that doesn't open, because another tab may have a new session's")
    func replaced() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let old = browser.copy()
            try await browser.signIn()
            for cookies in [old.cookies, ["__Host-session": "odd"]] {
                let answer = try await Browser(site: site, cookies: cookies).fetch("/account")
                #expect(answer.status == .unauthorized && answer.setCookies.isEmpty)
            }
            #expect(try await old.get("/").setCookies.contains { $0.name == "__Host-session" && $0.isExpiring })
        }
    }

    @Test("A session under another cookie's name, or an attempt as a session, is none") func misplaced() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            _ = try await browser.begin()
            let attempt = try #require(browser.cookies.values.first)
            #expect(try await Browser(site: site, cookies: ["__Host-session": attempt]).get("/").text == "nobody")
            let session = try #require(try await site.signedIn().cookies["__Host-session"])
            #expect(try await Browser(site: site, cookies: ["session": session]).get("/").text == "nobody")
        }
    }

    @Test(
        "A request that is no navigation gets 401 and leaves no cookie", arguments: ["/account", "/token", "/sign-in"])
    func noNavigation(_ path: String) async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let answer = try await browser.fetch(path)
            #expect(answer.status == .unauthorized)
            #expect(answer.headers[.contentType] == "application/problem+json")
            // With `about:blank` the title is the phrase of the status (RFC 9457, section 4.2.1).
            #expect(
                answer.text == #"{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Sign in first."}"#)
            #expect(answer.location == nil)
            #expect(browser.isWithoutCookies)
            for fields in [
                [.secPurpose: "prefetch"], [.purpose: "prefetch"], [.xMoz: "Prefetch"], [.xPurpose: "preview"],
            ] as [HTTPFields] {
                let prefetch = try await browser.get(path, fields)
                #expect(prefetch.status == .unauthorized && browser.isWithoutCookies)
            }
            #expect(site.provider.requests(at: .authorization).isEmpty)
        }
    }

    @Test(
        "A post in a session that no page of this site makes is refused, and the session stays",
        arguments: [
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
            [.secFetchSite: "cross-site", .origin: "https://app.example"],
            [.origin: "https://elsewhere.example"], [.origin: "https://app.example.elsewhere.example"],
            [.origin: "null"], [.origin: "null", .secFetchSite: "none"],
            [.origin: "http://app.example"], [.origin: "https://app.example:8443"], [:],
        ] as [HTTPFields])
    func crossSite(_ fields: HTTPFields) async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            for path in ["/sign-out", "/note"] {
                let answer = try await browser.post(path, FormBody(), fields)
                #expect(answer.status == .forbidden, "\(path): \(answer.text)")
            }
            #expect(try await browser.get("/account").text == "Alice")
            #expect(site.provider.requests(at: .endSession).isEmpty)
        }
    }

    @Test(
        "A post from a page of this site is taken, whichever way its browser says so",
        arguments: [
            [.secFetchSite: "same-origin"], [.secFetchSite: "same-origin", .origin: "null"],
            [.origin: "https://app.example"],
            [.secFetchSite: "none"],
        ] as [HTTPFields])
    func sameSite(_ fields: HTTPFields) async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            #expect(try await browser.post("/note", FormBody(), fields).text == "noted by Alice")
        }
    }

    @Test("A post without a session leads to sign-in and back to the page that its form is on, else home")
    func postSignedOut() async throws {
        try await TestSite.running { site in
            let answer = try await site.browser().post("/note")
            #expect(answer.status == .seeOther && answer.location == "/sign-in?returnTo=%2F")
            let fields: HTTPFields = [.secFetchSite: "same-origin", .referer: "\(site.origin)/account?x=1"]
            let fromPage = try await site.browser().post("/note", FormBody(), fields)
            #expect(fromPage.location == "/sign-in?returnTo=%2Faccount%3Fx%3D1")
            let elsewhere = [.referer: "https://elsewhere.example/account"] as HTTPFields
            #expect(try await site.browser().post("/note", FormBody(), elsewhere).location == "/sign-in?returnTo=%2F")
        }
    }
}
