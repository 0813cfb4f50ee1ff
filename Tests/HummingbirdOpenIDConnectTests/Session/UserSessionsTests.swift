import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct UserSessionsTests {
    @Test("A user sees their own sessions, ends one of them, and then the others") func sessions() async throws {
        try await TestSite.running { site in
            site.provider.person = .bob
            let bob = try await site.signedIn()
            site.provider.person = .alice
            let browsers = [try await site.signedIn(), try await site.signedIn(), try await site.signedIn()]
            let names = try await browsers[0].get("/sessions").text.split(separator: " ").map(String.init)
            #expect(names.count == 3 && names.count { $0 == "this" } == 1)
            let other = try #require(names.first { $0 != "this" })
            #expect(try await bob.post("/sessions/\(other)/end").status == .notFound)
            #expect(try await browsers[0].post("/sessions/\(other)/end").text == "done")
            #expect(try await browsers[0].post("/sessions/\(other)/end").status == .notFound)
            #expect(try await statuses(browsers).count { $0 == "Alice" } == 2)
            #expect(try await browsers[0].post("/sessions/end-others").text == "done")
            #expect(try await statuses(browsers) == ["Alice", "nobody", "nobody"])
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
            #expect(try await other.get("/").text == "nobody")
            let requests = site.provider.requests(at: .revocation)
            #expect(requests.map { $0["token_type_hint"] } == ["refresh_token"])
            site.clock.advance(by: 3550)
            #expect(try await browser.get("/token").status == .ok && site.refreshes == 1)
        }
    }

    @Test("Ending all other sessions revokes their tokens alone") func revocationOfOthers() async throws {
        try await TestSite.running { site in
            site.provider.person = .bob
            let bob = try await site.signedIn()
            site.provider.person = .alice
            let browser = try await site.signedIn()
            for _ in 0..<6 { _ = try await site.signedIn() }
            #expect(try await browser.post("/sessions/end-others").text == "done")
            #expect(Set(site.provider.requests(at: .revocation).map { $0["token"] }).count == 6)
            site.clock.advance(by: 3550)
            for browser in [browser, bob] { #expect(try await browser.get("/token").status == .ok) }
            #expect(site.refreshes == 2)
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

    @Test("Without the store the sessions and the claims are 503, and the session goes on") func storeAway()
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
            #expect(try await site.browser().get(try await site.browser().begin()).status == .badRequest)
            let other = site.browser()
            let response = try await other.begin()
            #expect(try await other.get(response).status == .serviceUnavailable)
            site.store.recover()
            #expect(try await other.get(response).status == .seeOther)
        }
    }

    @Test("A session whose row is gone ends when the row is needed") func noRow() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let empty = SwitchableSessionStore()
            try await site.replica(store: empty) { other in
                let copy = browser.copy(at: other)
                let before = try await copy.get("/account").text
                #expect(before == "Alice")
                #expect(try await copy.get("/claims").status == .seeOther)
                #expect(try await copy.get("/account").status == .seeOther)
            }
        }
    }
}
