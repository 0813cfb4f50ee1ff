import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct UserSessionsTests {
    @Test("A user sees their own sessions, ends one of them, and then the others") func sessions() async throws {
        try await TestSite.running { site in
            let bob = try await site.signedIn(as: .bob)
            let browsers = [try await site.signedIn(), try await site.signedIn(), try await site.signedIn()]
            let names = try await browsers[0].get("/sessions").text.split(separator: " ").map(String.init)
            #expect(names.count == 3 && names.count { $0 == "this" } == 1)
            let other = try #require(names.first { $0 != "this" })
            #expect(try await bob.post("/sessions/\(other)/end").status == .notFound)
            #expect(try await browsers[0].post("/sessions/\(other)/end").text == "done")
            #expect(try await browsers[0].post("/sessions/\(other)/end").status == .notFound)
            #expect(try await statuses(browsers).count { $0 == "Alice" } == 2)
            #expect(try await browsers[0].post("/sessions/end-others").text == "done")
            #expect(try await statuses(browsers) == ["Alice", "signed out", "signed out"])
            #expect(try await bob.get("/").text == "Bob")
        }
    }

    @Test(
        "Ending another session revokes its tokens alone, and ends it even if the provider doesn't",
        arguments: [false, true])
    func revocation(isBroken: Bool) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.revocation = isBroken ? .serverError : nil }
            let (browser, other) = (try await site.signedIn(), try await site.signedIn())
            let names = try await browser.get("/sessions").text.split(separator: " ")
            let name = try #require(names.first { $0 != "this" })
            #expect(try await browser.post("/sessions/\(name)/end").text == "done")
            #expect(try await other.get("/").text == "signed out")
            let requests = site.provider.requests(at: .revocation)
            #expect(requests.map { $0["token_type_hint"] } == ["refresh_token"])
            site.clock.advance(by: 3550)
            #expect(try await browser.get("/token").status == .ok && site.refreshes == 1)
        }
    }

    @Test("Ending all other sessions revokes their tokens alone") func revocationOfOthers() async throws {
        try await TestSite.running { site in
            let bob = try await site.signedIn(as: .bob)
            let browser = try await site.signedIn()
            for _ in 0..<6 { _ = try await site.signedIn() }
            #expect(try await browser.post("/sessions/end-others").text == "done")
            #expect(Set(site.provider.requests(at: .revocation).map { $0["token"] }).count == 6)
            site.clock.advance(by: 3550)
            for browser in [browser, bob] { #expect(try await browser.get("/token").status == .ok) }
            #expect(site.refreshes == 2)
        }
    }

    @Test("The session that was used least recently ends with a sign-in beyond the limit, and its tokens are revoked")
    func limit() async throws {
        try await TestSite.running(options: SignInOptions(maximumSessions: 2)) { site in
            let bob = try await site.signedIn(as: .bob)
            let browsers = [try await site.signedIn(), try await site.signedIn()]
            site.clock.advance(by: 60)
            let before = try await site.record(.alice)?.lastUsed
            #expect(try await browsers[0].get("/").text == "Alice")
            try await eventually { try await site.record(.alice)?.lastUsed != before }
            let third = try await site.signedIn()
            #expect(try await statuses(browsers + [third, bob]) == ["Alice", "signed out", "Alice", "Bob"])
            let revoked = site.provider.requests(at: .revocation)
            #expect(revoked.map { $0["token_type_hint"] } == ["refresh_token"])
            // A new sign-in in one of these browsers takes the place of its own session.
            #expect(try await browsers[0].signIn().status == .seeOther)
            #expect(try await statuses([browsers[0], third, bob]) == ["Alice", "Alice", "Bob"])
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test("A slow authority delays a sign-in that ends another session by a second at most") func slowRevocation()
        async throws
    {
        try await TestSite.running(options: SignInOptions(maximumSessions: 1)) { site in
            let first = try await site.signedIn()
            site.provider.change { $0.revocation = .slow(.seconds(40)) }
            let start = ContinuousClock.now
            let second = try await site.signedIn()
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(try await statuses([first, second]) == ["signed out", "Alice"])
        }
    }

    @Test("The first page starts with this session, and the others follow by last use") func pages() async throws {
        try await TestSite.running { site in
            var browsers: [Browser] = []
            for _ in 0..<7 {
                browsers.append(try await site.signedIn())
                site.clock.advance(by: 1)
            }
            func page(_ query: String = "") async throws -> [String] {
                try await browsers[2].get("/sessions\(query)").text.split(separator: " ").map(String.init)
            }
            let first = try await page()
            #expect(first.count == 5 && first[0] == "this" && first[4] == "after=\(first[3])")
            let second = try await page("?\(first[4])")
            #expect(second.count == 3 && Set(first.dropFirst() + second).count == 7)
            #expect(try await page("?after=\(second[2])").isEmpty)
            #expect(try await page("?after=unknown") == first)
            // The session that signed in first is the last one.
            #expect(try await browsers[2].post("/sessions/\(second[2])/end").text == "done")
            #expect(try await statuses(Array(browsers.prefix(3))) == ["signed out", "Alice", "Alice"])
            #expect(try await page("?after=\(second[2])") == first)
        }
    }

    @Test("Thousands of a user's other sessions end in batches, and no other user's") func batches() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let record = try #require(try await site.record(.alice))
            let limits = SessionLimits(sessions: 5000)
            for _ in 0..<2500 {
                var other = record
                other.id = SessionID()
                _ = try await site.store.insert(other, tokens: [], replacing: nil, limits: limits)
            }
            let bob = try await site.signedIn(as: .bob)
            let calls = site.store.count(of: .endAll)
            #expect(try await browser.post("/sessions/end-others").text == "done")
            #expect(site.store.count(of: .endAll) == calls + 3)
            #expect(try await browser.get("/sessions").text == "this")
            #expect(try await bob.get("/").text == "Bob")
        }
    }

    @Test("If far more sessions are there than the limit allows, a sign-in ends them all") func loweredLimit()
        async throws
    {
        try await TestSite.running(options: SignInOptions(maximumSessions: 2)) { site in
            let browser = try await site.signedIn()
            let record = try #require(try await site.record(.alice))
            for _ in 0..<1500 {
                var other = record
                other.id = SessionID()
                _ = try await site.store.insert(
                    other, tokens: [], replacing: nil, limits: SessionLimits(sessions: 5000))
            }
            site.clock.advance(by: 1)
            let last = try await site.signedIn()
            try await eventually {
                try await site.store.sessions(of: record.user, after: nil, limit: 9, now: record.started).count == 2
            }
            // The process learns it right after the store.
            try await eventually { try await statuses([browser, last]) == ["signed out", "Alice"] }
        }
    }

    @Test("Past the limit of a day a sign-in is 429, its tokens are revoked, and other sessions go on")
    func limitOfDay() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            site.store.precede(.insert) { throw SignInLimitError() }
            let other = site.browser()
            let response = try await other.follow(try await other.startSignIn())
            #expect(response.status == .tooManyRequests)
            #expect(site.provider.requests(at: .revocation).map { $0["token_type_hint"] } == ["refresh_token"])
            #expect(try await statuses([browser, other]) == ["Alice", "signed out"])
        }
    }

    private func statuses(_ browsers: [Browser]) async throws -> [String] {
        var found: [String] = []
        for browser in browsers { found.append(try await browser.get("/").text) }
        return found
    }

    @Test("Sessions that were idle for too long are not listed") func idle() async throws {
        try await TestSite.running(options: SignInOptions(idleTimeout: .seconds(60))) { site in
            _ = try await site.signedIn()
            site.clock.advance(by: 61 + 300)
            let browser = try await site.signedIn()
            #expect(try await browser.get("/sessions").text == "this")
        }
    }

    @Test("Without the store the sessions and the claims are 503, and the session goes on") func unreachableStore()
        async throws
    {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            #expect(try await browser.get("/claims").text.contains("name"))
            site.store.fail()
            for path in ["/sessions", "/claims"] {
                #expect(try await browser.get(path).status == .serviceUnavailable)
            }
            #expect(try await browser.get("/account").text == "Alice")
            #expect(try await browser.get("/token").status == .ok)
            #expect(try await site.browser().follow(try await site.browser().startSignIn()).status == .badRequest)
            let other = site.browser()
            let response = try await other.startSignIn()
            #expect(try await other.follow(response).status == .serviceUnavailable)
            site.store.recover()
            #expect(try await other.follow(response).status == .seeOther)
        }
    }

    @Test("A session whose row is gone ends when the row is needed") func noRow() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let empty = SwitchableSessionStore()
            try await site.replica(store: empty) { other in
                let copy = other.browser(browser.cookies)
                let before = try await copy.get("/account").text
                #expect(before == "Alice")
                #expect(try await copy.get("/claims").status == .seeOther)
                #expect(try await copy.get("/account").status == .seeOther)
            }
        }
    }
}
