import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// Requests with several cookies of one name, as browsers send them if something has set one for another path.
@Suite struct SeveralCookiesTests {
    private static let session = "__Host-session"

    private func cookies(_ name: String, _ values: [String]) -> HTTPFields {
        [.cookie: values.map { "\(name)=\($0)" }.joined(separator: "; ")]
    }

    @Test("A usable session's cookie counts behind one that was changed, has ended or is idle-expired") func session()
        async throws
    {
        try await TestSite.running { site in
            let idle = try #require(try await site.signedIn().cookies[Self.session])
            site.clock.advance(by: 3600)
            let old = try await site.signedIn()
            let ended = try #require(old.cookies[Self.session])
            try await old.post("/sign-out")
            let usable = try #require(try await site.signedIn().cookies[Self.session])
            for stale in ["x", idle, ended] {
                for values in [[stale, usable], [usable, stale], [stale, stale, usable]] {
                    let page = try await site.browser().get("/account", headers: cookies(Self.session, values))
                    #expect(page.text == "Alice" && page.cookies.isEmpty)
                }
            }
            let none = try await site.browser().get("/account", headers: cookies(Self.session, ["x", ended, idle]))
            #expect(none.status == .seeOther)
            #expect(none.cookies.filter(\.isExpiring).map(\.name) == [Self.session])
        }
    }

    @Test("Of two usable sessions' cookies the first counts, also for a sign-out") func two() async throws {
        try await TestSite.running { site in
            let alice = try await site.signedIn()
            let bob = try await site.signedIn(as: .bob)
            let both = cookies(
                Self.session, try [alice, bob].map { try #require($0.cookies[Self.session]) })
            #expect(try await site.browser().get("/account", headers: both).text == "Alice")
            try await site.browser().post("/sign-out", headers: both)
            #expect(try await site.browser().get("/account", headers: both).text == "Bob")
            #expect(try await alice.get("/").text == "signed out")
        }
    }

    @Test("An attempt's cookie counts behind another cookie of its name") func attempt() async throws {
        try await TestSite.running { site in
            let (browser, other) = (site.browser(), site.browser())
            let response = try await browser.startSignIn()
            _ = try await other.startSignIn()
            let (name, value) = try #require(browser.cookies.first)
            let others = try #require(other.cookies.first).value
            let location = try #require(response.location)
            let page = try await site.browser().get(location, headers: cookies(name, ["x", others, value]))
            #expect(page.status == .seeOther && page.location == "/")
        }
    }
}
