import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SealedCookies
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import SessionStorage

@Suite struct SignOutTests {
    @Test(
        "After a sign-out a copy of the cookie is refused, here at once and soon at other replicas",
        .timeLimit(.minutes(1)))
    func replicas() async throws {
        try await TestSite.running { site in
            try await site.replica { other in
                let browser = try await site.signedIn()
                let copy = other.browser(browser.cookies)
                #expect(try await copy.get("/account").text == "Alice")
                try await browser.post("/sign-out")
                #expect(try await browser.get("/").text == "signed out")
                while try await copy.get("/").text == "Alice" { try await other.store.wait(for: .changeCounter) }
                #expect(copy.cookieNames.isEmpty)
            }
        }
    }

    /// Ways in which a session ends.
    enum Ending: CaseIterable, Sendable {
        case signOut, elsewhere, newSignIn
    }

    @Test(
        "An ending that the store has confirmed counts as lost if another server takes over without it",
        arguments: Ending.allCases)
    func lostByStore(_ ending: Ending) async throws {
        try await TestSite.running { site in
            let (browser, other) = (try await site.signedIn(), try await site.signedIn())
            site.store.fail([.endings])
            switch ending {
            case .signOut: try await browser.post("/sign-out")
            case .elsewhere: try await other.post("/sessions/end-others")
            case .newSignIn: #expect(try await browser.signIn().status == .seeOther)
            }
            // The replica must not store it again by itself.
            site.store.fail([.endings, .end])
            let (ended, next) = (site.signIn.rows.cache.ended, MemorySessionStore())
            ended.doubt()
            try await ended.catchUp(with: next, now: site.signIn.rows.date)
            #expect(try await ended.restore(to: next, now: site.signIn.rows.date) { _, _ in } == 1)
        }
    }

    @Test("A replica that starts after a sign-out refuses a copy from its first request on") func restart() async throws
    {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let copies = (browser.copy(), try await site.signedIn())
            try await browser.post("/sign-out")
            try await site.replica { other in
                let ended = try await other.browser(copies.0.cookies).get("/").text
                #expect(ended == "signed out")
                #expect(try await other.browser(copies.1.cookies).get("/").text == "Alice")
            }
        }
    }

    @Test(
        "A replica that has not read the endings accepts no cookie, but signs out")
    func notCaughtUp() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let store = SwitchableSessionStore(site.store, isAvailable: false)
            try await site.replica(store: store) { other in
                let copy = other.browser(browser.cookies)
                let refused = try await copy.get("/account")
                #expect(refused.status == .serviceUnavailable)
                #expect(try await other.browser().get("/").text == "signed out")
                #expect(try await copy.post("/sign-out").status == .serviceUnavailable)
                #expect(copy.cookieNames.isEmpty)
            }
        }
    }

    @Test(
        "Without the store a sign-out clears the cookies, holds here, and is stored and revoked on its return",
        .timeLimit(.minutes(1)))
    func storeUnreachable() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let copy = browser.copy()
            site.store.fail()
            let response = try await browser.post("/sign-out")
            #expect(response.status == .serviceUnavailable && response.headers[.clearSiteData] == "\"storage\"")
            #expect(response.text.contains("\(site.provider.url.origin)/"))
            #expect(browser.cookieNames.isEmpty)
            #expect(try await copy.get("/").text == "signed out")
            #expect(site.provider.requests(at: .revocation).isEmpty)
            site.store.recover()
            while site.provider.requests(at: .revocation).isEmpty { try await site.store.wait(for: .changeCounter) }
            try await site.replica { other in
                let text = try await other.browser(browser.cookies).get("/").text
                #expect(text == "signed out")
            }
        }
    }

    @Test("A grant without a refresh token has its access token revoked") func accessToken() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.code = .noRefreshToken }
            try await site.signedIn().post("/sign-out")
            #expect(site.provider.requests(at: .revocation).map { $0["token_type_hint"] } == ["access_token"])
        }
    }

    @Test("A sign-out expires what belongs to the session, and what the application names") func cookies() async throws
    {
        let options = SignInOptions(signedOutPath: "/signed-out", signOutCookies: ["session-draft"])
        try await TestSite.running(options: options) { site in
            let browser = try await site.signedIn()
            _ = try await browser.startSignIn()
            browser.cookies["__Host-session-draft"] = "x"
            browser.cookies["__Host-session-draft.1"] = "x"
            browser.cookies["__Host-session-language"] = "x"
            let response = try await browser.post("/sign-out")
            #expect(browser.cookies.keys == ["__Host-session-language"])
            #expect(response.location?.contains("signed-out") == true)
            #expect(try await browser.post("/sign-out").location == "/signed-out")
        }
    }

    @Test("An idle-expired session authenticates no request, and its sign-out revokes its tokens") func idle()
        async throws
    {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            site.clock.advance(by: 3600)
            let poll = try await browser.fetch("/account")
            #expect(poll.status == .unauthorized && poll.cookies.isEmpty)
            try await browser.post("/sign-out")
            #expect(browser.cookieNames.isEmpty && site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test("Keys that no longer open the row end the session when it is needed") func otherKeys() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = try await site.signedIn()
            try await site.replica(keys: try SealingKeys([.generate()])) { other in
                let text = try await other.browser(browser.cookies).get("/").text
                #expect(text == "signed out")
            }
            #expect(try await browser.get("/account").text == "Alice")
        }
    }
}
