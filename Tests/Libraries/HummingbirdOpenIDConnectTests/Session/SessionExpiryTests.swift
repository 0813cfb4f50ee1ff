import FoundationEssentials
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SessionExpiryTests {
    @Test("The provider's end of a session is its cookie's and every replica's") func signIn() async throws {
        try await TestSite.running(clock: .standing()) { site in
            site.provider.misbehaviour.claims = ["session_expiry": .int(site.clock.seconds + 90)]
            let response = try await site.browser().signIn()
            #expect(response.cookies.first { $0.name == "__Host-session" }?.attributes["max-age"] == "90")
            let browser = try await site.signedIn()
            try await site.replica { replica in
                let elsewhere = replica.browser(browser.cookies)
                let before = try await elsewhere.get("/")
                #expect(before.text == "Alice")
                site.clock.advance(by: 90)
                #expect(try await elsewhere.get("/").text == "signed out")
                #expect(try await browser.get("/").text == "signed out")
            }
        }
    }

    @Test(
        "A session that is born expired, or dies within half a minute, is refused, and its tokens are revoked",
        arguments: [29, 0, -1_000_000_000_000, -86_400])
    func born(_ seconds: Int64) async throws {
        try await TestSite.running { site in
            site.provider.misbehaviour.claims = ["session_expiry": .int(site.clock.seconds + seconds)]
            let browser = site.browser()
            let response = try await browser.follow(try await browser.startSignIn())
            #expect(response.status == .badRequest)
            #expect(try await browser.get("/").text == "signed out")
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test(
        "What is no time of this century is ignored",
        arguments: [JSON.string("1"), .number("1e300"), .int(4_133_980_800), .bool(true)])
    func ignored(_ value: JSON) async throws {
        try await TestSite.running { site in
            site.provider.misbehaviour.claims = ["session_expiry": value]
            let response = try await site.browser().signIn()
            #expect(response.cookies.first { $0.name == "__Host-session" }?.attributes["max-age"] == "43200")
        }
    }

    @Test("A refreshed ID token brings the end forward, never back, and keeps it if it says nothing")
    func refresh() async throws {
        try await TestSite.running(clock: .standing()) { site in
            site.provider.misbehaviour.accessTokenLifetime = 100
            site.provider.misbehaviour.refreshedAccessTokenLifetime = 100
            let browser = try await site.signedIn()
            let old = browser.copy()
            func maxAge(after seconds: Int64) async throws -> String? {
                site.clock.advance(by: seconds)
                let page = try await browser.get("/token")
                return page.cookies.first { $0.name == "__Host-session" }?.attributes["max-age"]
            }
            let end = site.clock.seconds + 1000
            site.provider.misbehaviour.claims = ["session_expiry": .number("\(end).9")]
            #expect(try await maxAge(after: 100) == "900")
            site.provider.misbehaviour.claims = ["session_expiry": .int(end + 5000)]
            #expect(try await maxAge(after: 100) == "800")
            site.provider.misbehaviour.claims = [:]
            #expect(try await maxAge(after: 100) == "700")
            // A cookie of before learns it as soon as it needs the row.
            #expect(
                try await old.get("/token").cookies.first { $0.name == "__Host-session" }?.attributes["max-age"]
                    == "700")
            site.clock.advance(by: 700)
            #expect(try await browser.get("/").text == "signed out")
        }
    }

    @Test("A refreshed ID token whose end is past ends the session for all copies") func past() async throws {
        try await TestSite.running { site in
            site.provider.misbehaviour.accessTokenLifetime = 100
            let browser = try await site.signedIn()
            let copy = browser.copy()
            site.clock.advance(by: 100)
            site.provider.misbehaviour.claims = ["session_expiry": .int(site.clock.seconds)]
            #expect(try await browser.get("/token").status == .seeOther)
            #expect(try await browser.get("/").text == "signed out")
            #expect(try await copy.get("/").text == "signed out")
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test("A cookie from before the end was brought forward ends with the row that says so") func oldCopy() async throws
    {
        let sample = try Sample()
        let session = try await sample.signedIn(.expiring(in: -1))
        let site = try sample.site()
        _ = try await site.refresher.update(session.key) { $0.sessionExpiry = sample.now + 10 }
        sample.clock.advance(by: 10)
        let slot = RequestSession(session, at: site)
        await #expect(throws: SignInError(.notSignedIn)) { try await slot.accessToken() }
        #expect(site.rows.cache.ended.contains(session.id))
        #expect(try await sample.stored(session) == nil)
    }
}
