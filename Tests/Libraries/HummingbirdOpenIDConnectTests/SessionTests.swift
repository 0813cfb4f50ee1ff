import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SessionTests {
    @Test("An idle session expires, and one in use lasts, but not beyond its lifetime") func timeouts()
        async throws
    {
        let options = SignInOptions(idleTimeout: .seconds(6000), lifetime: .seconds(15_000))
        try await TestSite.running(options: options) { site in
            let browser = try await site.signedIn()
            let idle = browser.copy()
            for _ in 0..<2 {
                site.clock.advance(by: 5000)
                #expect(try await browser.get("/account").text == "Alice")
            }
            #expect(try await idle.get("/account").status == .seeOther)
            site.clock.advance(by: 4500)
            #expect(try await browser.get("/account").text == "Alice")
            site.clock.advance(by: 600)
            #expect(try await browser.get("/account").status == .seeOther)
        }
    }

    @Test("Reading pages rewrites the session's cookie once a minute at most, and its end stays where it was")
    func renewal()
        async throws
    {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let first = try await browser.get("/account")
            #expect(first.cookies.isEmpty)
            #expect(first.headers[values: .cacheControl] == ["no-store"])
            site.clock.advance(by: 100)
            let second = try await browser.get("/account")
            let cookie = try #require(second.cookies.first { $0.name == "__Host-session" })
            let left = cookie.attributes["max-age"].flatMap(Int.init)
            #expect((43_050...43_100).contains(left ?? 0))
            // This browser still sends the loop guard's cookie after its minute.
            #expect(second.cookies.filter(\.isExpiring).map(\.name) == ["__Host-session-rounds"])
            #expect(try await browser.get("/account").cookies.isEmpty)
        }
    }

    @Test("An access token that is about to expire is refreshed once for many requests, and late ones share the result")
    func refresh()
        async throws
    {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = try await site.signedIn()
            site.clock.advance(by: 46)
            let straggler = browser.copy()
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<5 {
                    let tab = browser.copy()
                    group.addTask { try await tab.get("/token").text }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(try await tokens.contains(straggler.get("/token").text))
            #expect(try await tokens.contains(straggler.get("/token").text))
            #expect(site.refreshes == 1)
            #expect(try await site.provider.user(ofAccessToken: straggler.get("/token").text) == .alice)
        }
    }

    @Test("Two users never share a refresh") func ownTokens() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let alice = try await site.signedIn()
            let bob = try await site.signedIn(as: .bob)
            site.clock.advance(by: 46)
            async let one = alice.get("/token").text
            async let other = bob.get("/token").text
            let (hers, his) = try await (one, other)
            #expect(site.provider.user(ofAccessToken: hers) == .alice)
            #expect(site.provider.user(ofAccessToken: his) == .bob)
        }
    }

    @Test("New tokens reach the browser although the handler fails") func failingHandler() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = try await site.signedIn()
            site.clock.advance(by: 46)
            let response = try await browser.get("/failing")
            #expect(response.status == .conflict)
            #expect(response.cookies.map(\.name) == ["__Host-session"])
            #expect(try await browser.get("/token").status == .ok)
            #expect(site.refreshes == 1)
        }
    }

    @Test("A refresh token that the provider takes no more ends the session") func refused() async throws {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = try await site.signedIn()
            let copy = browser.copy()
            site.clock.advance(by: 46)
            site.provider.endRefreshTokens()
            let response = try await browser.get("/token")
            #expect(response.location == "/sign-in?returnTo=%2Ftoken")
            #expect(browser.cookieNames.isEmpty)
            #expect(try await copy.get("/").text == "signed out")
            #expect(try await copy.fetch("/token").status == .unauthorized)
        }
    }

    @Test("An unreachable provider ends no session, and no page shows it while the token is valid") func unreachable()
        async throws
    {
        try await TestSite.running(clock: .standing()) { site in
            site.provider.change {
                $0.accessTokenLifetime = 50; $0.refresh = .fault(.serverError)
            }
            let browser = try await site.signedIn()
            site.clock.advance(by: 46)
            #expect(try await browser.get("/token").status == .ok)
            #expect(site.refreshes == 1)
            site.clock.advance(by: 5)
            #expect(try await browser.get("/token").status == .badGateway)
            #expect(try await browser.get("/account").text == "Alice")
            site.provider.change { $0.refresh = nil }
            #expect(try await browser.get("/token").status == .ok)
        }
    }

    @Test("Two new keys of the provider within seconds end no session") func twoNewKeys() async throws {
        try await TestSite.running(clock: .standing()) { site in
            site.provider.change { ($0.accessTokenLifetime, $0.refreshedAccessTokenLifetime) = (1, 1) }
            let browser = try await site.signedIn()
            site.clock.advance(by: 1)
            try site.provider.rotateKeys()
            #expect(try await browser.get("/token").status == .ok)
            site.clock.advance(by: 1)
            try site.provider.rotateKeys()
            let page = try await browser.get("/token")
            #expect(page.status == .serviceUnavailable && page.headers[.retryAfter] == "5")
            #expect(try await browser.get("/account").text == "Alice")
            site.clock.advance(by: 5)
            #expect(try await browser.get("/token").status == .ok)
            #expect(site.refreshes == 3 && site.provider.requests(at: .keys).count == 3)
            #expect(site.provider.problems == [])
        }
    }

    @Test("A new refresh token whose ID token can't be verified just now serves the next try") func keysUnreachable()
        async throws
    {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = try await site.signedIn()
            site.clock.advance(by: 51)
            try site.provider.rotateKeys()
            site.provider.change { $0.keys = .fault(.serverError) }
            #expect(try await browser.get("/token").status == .badGateway)
            site.provider.change {
                $0.keys = nil; $0.refresh = .noIDToken
            }
            #expect(try await browser.get("/token").status == .ok)
            #expect(site.refreshes == 2)
            #expect(site.provider.problems == [])
        }
    }

    @Test("Without a refresh token the session ends with the access token, when that is needed")
    func noRefreshToken() async throws {
        try await TestSite.running { site in
            site.provider.change {
                $0.accessTokenLifetime = 50; $0.code = .noRefreshToken
            }
            let browser = try await site.signedIn()
            #expect(try await browser.get("/token").status == .ok)
            site.clock.advance(by: 51)
            #expect(try await browser.get("/account").text == "Alice")
            #expect(try await browser.get("/token").status == .seeOther)
            #expect(browser.cookieNames.isEmpty)
        }
    }

    @Test("Sign-out ends the session here and at the provider, revokes the refresh token, and makes a copy worthless")
    func signOut()
        async throws
    {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.startSignIn()
            let copy = browser.copy()
            let response = try await browser.post("/sign-out")
            #expect(response.status == .seeOther)
            let address = try #require(response.location)
            #expect(address.hasPrefix(site.provider.url.origin))
            #expect(browser.cookieNames.isEmpty)
            #expect(try await browser.get(address).location == "https://app.example/")
            let request = try #require(site.provider.requests(at: .endSession).first)
            #expect(request["id_token_hint"] == site.provider.idTokens.last)
            #expect(site.provider.requests(at: .revocation).count == 1)
            #expect(try await copy.get("/").text == "signed out")
            #expect(copy.cookies["__Host-session"] == nil)
            #expect(site.provider.problems == [])
            #expect(try await browser.post("/sign-out").location == "/")
        }
    }

    @Test("A response that is still under way at sign-out doesn't bring the session back") func inFlight() async throws
    {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let browser = try await site.signedIn()
            let tab = browser.copy()
            site.clock.advance(by: 46)
            async let slow = tab.get("/slow")
            await site.gate.waitForArrival()
            #expect(try await browser.post("/sign-out").status == .seeOther)
            site.gate.open()
            let response = try await slow
            #expect(response.status == .ok)
            #expect(
                response.headers[values: .setCookie].isEmpty, "a newer session's cookie would go with the old one's")
            #expect(try await tab.get("/account").status == .seeOther)
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }
}
