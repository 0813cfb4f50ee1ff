import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

@Suite struct RefusalTests {
    /// Expects that a refused response leaves nothing behind.
    private func expectRefused(
        _ response: WebPage, _ browser: Browser, _ status: HTTPResponse.Status = .badRequest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(response.status == status, "\(response.text)", sourceLocation: sourceLocation)
        #expect(browser.cookies["__Host-session"] == nil, sourceLocation: sourceLocation)
        #expect(response.headers[.cacheControl] == "no-store", sourceLocation: sourceLocation)
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
            _ = try await browser.startSignIn()
            expectRefused(try await browser.get("/sign-in/return\(query)"), browser)
            #expect(site.provider.requests(at: .token).isEmpty)
        }
    }

    @Test("A response is accepted once, even with copies of all cookies") func usedTwice() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let response = try await browser.startSignIn()
            let thief = browser.copy()
            #expect(try await browser.follow(response).status == .seeOther)
            expectRefused(try await thief.follow(response), thief)
            #expect(site.provider.requests(at: .token).count == 1)
        }
    }

    @Test("HEAD at the redirect URI sets no cookie and consumes no response") func head() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let response = try await browser.startSignIn()
            let head = try await browser.get(try #require(response.location), method: .head)
            #expect(head.status == .ok && head.cookies.isEmpty && head.headers[.cacheControl] == "no-store")
            #expect(site.provider.requests(at: .token).isEmpty)
            #expect(try await browser.follow(response).status == .seeOther)
        }
    }

    @Test("A response to another browser's sign-in is refused") func otherBrowser() async throws {
        try await TestSite.running { site in
            let response = try await site.browser().startSignIn()
            let victim = site.browser()
            expectRefused(try await victim.follow(response), victim)
            _ = try await victim.startSignIn()
            expectRefused(try await victim.follow(response), victim)
        }
    }

    @Test("A sign-in expires after ten minutes") func expired() async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let response = try await browser.startSignIn()
            site.clock.advance(by: 600)
            expectRefused(try await browser.follow(response), browser)
        }
    }

    @Test(
        "A response with two states, or of another issuer, is refused",
        arguments: [RedirectChange.repeatedState, .wrongIssuer, .noState])
    func oddResponses(_ change: RedirectChange) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.redirect = change }
            let browser = site.browser()
            expectRefused(try await browser.follow(try await browser.startSignIn()), browser)
        }
    }

    @Test(
        "An ID token that does not verify starts no session",
        arguments: [IDTokenChange.wrongAudience, .wrongNonce, .damagedSignature, .expired])
    func badToken(_ change: IDTokenChange) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.idToken = change }
            let browser = site.browser()
            expectRefused(try await browser.follow(try await browser.startSignIn()), browser)
            #expect(browser.cookieNames.isEmpty)
        }
    }

    @Test("A provider's failure is distinguished from a failed sign-in") func awayProvider() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.metadataFault = .serverError }
            let browser = site.browser()
            let response = try await browser.get("/sign-in")
            expectRefused(response, browser, .badGateway)
            #expect(response.cookies.isEmpty)
        }
    }

    @Test("A session's cookie that has been changed counts as none and is cleared") func tampered() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let value = try #require(browser.cookies["__Host-session"])
            for place in [0, value.count / 2, value.count - 1] {
                var characters = Array(value)
                characters[place] = characters[place] == "A" ? "B" : "A"
                browser.cookies["__Host-session"] = String(characters)
                #expect(try await browser.get("/account").status == .seeOther)
                #expect(try await browser.get("/").text == "signed out")
                #expect(browser.cookieNames.isEmpty)
            }
        }
    }

    @Test("A background request sets no cookie for one that doesn't open, because another tab may have a new session's")
    func replaced() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let old = browser.copy()
            #expect(try await browser.signIn().status == .seeOther)
            for cookies in [old.cookies, ["__Host-session": "odd"]] {
                let response = try await site.browser(cookies).fetch("/account")
                #expect(response.status == .unauthorized && response.cookies.isEmpty)
            }
            #expect(try await old.get("/").cookies.contains { $0.name == "__Host-session" && $0.isExpiring })
        }
    }

    @Test("A session's cookie under another name, or an attempt's cookie as a session's, is none") func misplaced()
        async throws
    {
        try await TestSite.running { site in
            let browser = site.browser()
            _ = try await browser.startSignIn()
            let attempt = try #require(browser.cookies.first?.value)
            #expect(try await site.browser(["__Host-session": attempt]).get("/").text == "signed out")
            let session = try #require(try await site.signedIn().cookies["__Host-session"])
            #expect(try await site.browser(["session": session]).get("/").text == "signed out")
        }
    }

    @Test(
        "A request without a session that is no navigation gets 401 and no cookie",
        arguments: ["/account", "/token", "/sign-in"])
    func noNavigation(_ path: String) async throws {
        try await TestSite.running { site in
            let browser = site.browser()
            let response = try await browser.fetch(path)
            #expect(response.status == .unauthorized)
            #expect(response.headers[.contentType] == "application/problem+json")
            // With `about:blank` the title is the phrase of the status (RFC 9457, section 4.2.1).
            #expect(
                response.text
                    == #"{"type":"about:blank","title":"Unauthorized","status":401,"detail":"Sign in first."}"#)
            #expect(response.location == nil)
            #expect(browser.cookieNames.isEmpty)
            for fields in [
                [.secPurpose: "prefetch"], [.purpose: "prefetch"], [.xMoz: "Prefetch"], [.xPurpose: "preview"],
            ] as [HTTPFields] {
                let prefetch = try await browser.get(path, headers: fields)
                #expect(prefetch.status == .unauthorized && browser.cookieNames.isEmpty)
            }
            #expect(site.provider.requests(at: .authorization).isEmpty)
        }
    }

    @Test(
        "A parameter that can't be decoded doesn't prevent a sign-in, and such a returnTo counts as not given",
        arguments: [("returnTo=%FF", "/"), ("returnTo=/account%zz", "/"), ("returnTo=/account&x=%E9", "/account")])
    func undecodable(_ query: String, _ destination: String) async throws {
        try await TestSite.running { site in
            let response = try await site.browser().signIn("/sign-in?\(query)")
            #expect(response.status == .seeOther && response.location == destination)
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
                let response = try await browser.post(path, from: fields)
                #expect(response.status == .forbidden, "\(path): \(response.text)")
            }
            #expect(try await browser.get("/account").text == "Alice")
            #expect(site.provider.requests(at: .endSession).isEmpty)
        }
    }

    @Test(
        "A post from a page of this site is accepted, whichever field its browser says so in",
        arguments: [
            [.secFetchSite: "same-origin"], [.secFetchSite: "same-origin", .origin: "null"],
            [.origin: "https://app.example"],
            [.secFetchSite: "none"],
        ] as [HTTPFields])
    func sameSite(_ fields: HTTPFields) async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            #expect(try await browser.post("/note", from: fields).text == "noted by Alice")
        }
    }

    @Test("A post without a session leads to sign-in and back to the page that its form is on, else home")
    func postSignedOut() async throws {
        try await TestSite.running { site in
            let response = try await site.browser().post("/note", from: [.secFetchSite: "same-origin"])
            #expect(response.status == .seeOther && response.location == "/sign-in?returnTo=%2F")
            let fields: HTTPFields = [.secFetchSite: "same-origin", .referer: "\(site.publicOrigin)/account?x=1"]
            let fromPage = try await site.browser().post("/note", from: fields)
            #expect(fromPage.location == "/sign-in?returnTo=%2Faccount%3Fx%3D1")
            let elsewhere = [.referer: "https://elsewhere.example/account"] as HTTPFields
            #expect(try await site.browser().post("/note", from: elsewhere).location == "/sign-in?returnTo=%2F")
        }
    }
}
