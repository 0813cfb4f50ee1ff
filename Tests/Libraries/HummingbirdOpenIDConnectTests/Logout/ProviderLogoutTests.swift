import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// Sessions that the provider ends.
@Suite struct ProviderLogoutTests {
    private static let backChannel = "/sign-in/back-channel-logout"
    private static let frontChannel = "/sign-in/front-channel-logout"

    /// The provider's name of the session that it started last.
    private func session(_ site: TestSite) throws -> String {
        let token = try #require(site.provider.idTokens.last)
        return try #require(Claims.unverified(ofJWT: token)?[string: "sid"])
    }

    /// Posts as a provider does: without cookies, and from no page of the site.
    private func post(_ tokens: [String], to site: TestSite) async throws -> WebPage {
        try await site.browser().post(
            Self.backChannel, FormBody(tokens.map { ("logout_token", $0) }), from: [.secFetchSite: "cross-site"])
    }

    @Test("A logout token ends the session that it names, copies too, and no other user's") func named() async throws {
        try await TestSite.running { site in
            let bob = try await site.signedIn(as: .bob)
            let alice = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: nil, session: try session(site))
            let response = try await post([token], to: site)
            #expect(
                response.status == .ok && response.headers[.cacheControl] == "no-store" && response.cookies.isEmpty)
            #expect(try await alice.copy().get("/").text == "signed out")
            #expect(try await bob.get("/").text == "Bob")
            #expect(try await post([token], to: site).status == .badRequest)
        }
    }

    @Test(
        "A session ends by the sid of the sign-in's ID token, and by that of a refreshed one",
        arguments: [false, true], [false, true])
    func refreshedSession(isRefreshed: Bool, isFrontChannel: Bool) async throws {
        try await TestSite.running { site in
            site.provider.change { $0.accessTokenLifetime = 50 }
            let (other, browser) = (try await site.signedIn(), try await site.signedIn())
            let first = try session(site)
            site.provider.change { $0.claims["sid"] = "refreshed" }
            site.clock.advance(by: 46)
            _ = try await browser.get("/token")
            #expect(site.refreshes == 1)
            #expect(try session(site) == "refreshed")
            let named = isRefreshed ? "refreshed" : first
            if isFrontChannel {
                let issuer = FormBody.encode(site.provider.url.origin)
                _ = try await site.browser().get("\(Self.frontChannel)?iss=\(issuer)&sid=\(named)")
            } else {
                let token = try site.provider.logoutToken(subject: nil, session: named)
                #expect(try await post([token], to: site).status == .ok)
            }
            #expect(try await browser.get("/").text == "signed out")
            #expect(try await other.get("/").text == "Alice")
        }
    }

    @Test("A logout token with a subject alone ends all of that user's sessions") func bySubject() async throws {
        try await TestSite.running { site in
            let browsers = [try await site.signedIn(), try await site.signedIn()]
            let bob = try await site.signedIn(as: .bob)
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            #expect(try await post([token], to: site).status == .ok)
            for browser in browsers { #expect(try await browser.get("/").text == "signed out") }
            #expect(try await bob.get("/").text == "Bob")
        }
    }

    @Test("A logout token that doesn't verify ends nothing", arguments: LogoutTokenChange.allCases)
    func refused(_ change: LogoutTokenChange) async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(
                subject: ScriptedUser.alice.subject, session: try session(site), change)
            let response = try await post([token], to: site)
            #expect(response.status == .badRequest && response.headers[.cacheControl] == "no-store")
            #expect(try await browser.get("/").text == "Alice")
        }
    }

    @Test("A logout request without a token, with two, of another media type, or that is too large ends nothing")
    func oddBodies() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            #expect(try await post([], to: site).status == .badRequest)
            #expect(try await post([token, token], to: site).status == .badRequest)
            let form = FormBody([("logout_token", token)])
            let json = try await site.browser().post(
                Self.backChannel, form, headers: [.contentType: "application/json"])
            #expect(json.status == .badRequest)
            let large = FormBody(form.fields + [("x", String(repeating: "x", count: 64 * 1024))])
            #expect(try await site.browser().post(Self.backChannel, large).status == .contentTooLarge)
            #expect(try await browser.get("/").text == "Alice")
            let spaced = "\(FormBody.contentType) ; charset=utf-8"
            // Other parameters are ignored, also with values that can't be decoded.
            let response = try await site.browser().post(
                Self.backChannel, body: "x=%E9&\(form.encoded)", headers: [.contentType: spaced])
            #expect(response.status == .ok)
        }
    }

    @Test("A logout token whose key can't be fetched is 503, and isn't consumed") func keysUnreachable() async throws {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            try site.provider.rotateKeys()
            site.provider.change { $0.keys = .fault(.serverError) }
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            #expect(try await post([token], to: site).status == .serviceUnavailable)
            #expect(try await browser.get("/").text == "Alice")
        }
    }

    @Test("Without the store a logout token is 503, and is accepted after its return") func storeUnreachable()
        async throws
    {
        try await TestSite.running { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            site.store.fail([.endAll])
            #expect(try await post([token], to: site).status == .serviceUnavailable)
            site.store.recover()
            #expect(try await post([token], to: site).status == .ok)
            #expect(try await browser.get("/").text == "signed out")
        }
    }

    @Test("Front-channel logout ends the session of iss and sid, in a frame that the provider may show") func frame()
        async throws
    {
        try await TestSite.running { site in
            let (other, browser) = (try await site.signedIn(), try await site.signedIn())
            let issuer = FormBody.encode(site.provider.url.origin)
            let named = try session(site)
            for query in [
                "", "?iss=\(issuer)", "?sid=\(named)", "?iss=https://elsewhere.example&sid=\(named)",
                "?iss=\(issuer)&sid=unknown", "?iss=\(issuer)&sid=", "?iss=\(issuer)&sid=\(named)&sid=\(named)",
            ] {
                let frame = try await site.browser().get(Self.frontChannel + query, headers: [.secFetchMode: "no-cors"])
                #expect(frame.status == .ok && frame.headers[.cacheControl] == "no-store")
                #expect(try await browser.get("/").text == "Alice", "\(query)")
            }
            let frame = try await site.browser().get("\(Self.frontChannel)?iss=\(issuer)&sid=\(named)&x=%E9")
            #expect(frame.headers[.contentSecurityPolicy]?.contains(site.provider.url.origin) == true)
            #expect(try await browser.get("/").text == "signed out")
            #expect(try await other.get("/").text == "Alice")
        }
    }
}
