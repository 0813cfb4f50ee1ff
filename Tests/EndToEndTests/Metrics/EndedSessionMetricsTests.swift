import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import PrometheusExport
import SessionStorage
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The libraries' counts of ended sessions in a program's metrics backend.
@Suite struct EndedSessionMetricsTests {
    private let registry = PrometheusRegistry()
    private var scrape: Scrape { Scrape(text: registry.text) }
    private var ended: [String: Double] { scrape.counts("latchkey_sessions_ended_total") }

    @Test("A sign-out counts once, even if a copy of the cookie signs out as well") func signOut() async throws {
        try await registry.running { site in
            let browser = try await site.signedIn()
            #expect(scrape["latchkey_ended_sessions_held"] == 0)
            let copy = browser.copy()
            let form = try #require(try await copy.tasks().form(to: "/sign-out"))
            _ = try await browser.signOut()
            _ = try await copy.submit(form)
            #expect(ended == ["sign_out": 1])
            #expect(scrape["latchkey_ended_sessions_held"] == 1)
        }
    }

    @Test("A session that another replica has ended doesn't count again") func signOutAtTwoReplicas() async throws {
        try await registry.running(on: .sqlite) { site in
            try await site.withReplica { replica in
                let browser = try await site.signedIn()
                let copy = replica.browser(browser.cookies)
                let form = try #require(try await copy.tasks().form(to: "/sign-out"))
                _ = try await browser.signOut()
                #expect(try await copy.submit(form).status == 303)
                #expect(ended == ["sign_out": 1])
            }
        }
    }

    @Test("A sign-out that the store can't take yet counts as an ended session") func signOutWithoutStore() async throws
    {
        try await registry.running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            site.store.fail()
            #expect(try await browser.submit(form).status == 503)
            #expect(ended == ["sign_out": 1])
        }
    }

    @Test("A new sign-in replaces the session before") func replaced() async throws {
        try await registry.running { site in
            let browser = try await site.signedIn()
            _ = try await browser.signIn()
            #expect(ended == ["replaced": 1])
        }
    }

    @Test("A session whose place a sign-in in another browser takes counts as replaced") func displaced() async throws {
        try await registry.running(changing: { $0.maximumSessions = 2 }) { site in
            let first = try await site.signedIn()
            for _ in 0..<2 { _ = try await site.signedIn() }
            #expect(ended == ["replaced": 1])
            try await site.expectSignedOut(first)
        }
    }

    @Test("A session that has ended already, or is idle-expired, is not replaced") func replacedLate() async throws {
        try await withDatabase(.sqlite) { database in
            var options = SiteOptions()
            options.database = database
            try await registry.running(options) { site in
                let browser = try await site.signedIn()
                let user = "sub \(site.provider.url.origin) \(ScriptedUser.alice.subject)"
                let record = try #require(
                    try await site.store.sessions(of: user, after: nil, limit: 1, now: .distantPast).first)
                // As another replica does it, before this one gets to know it.
                site.store.fail([.endings])
                _ = try await site.store.end(record.id, until: record.expires)
                #expect(try await browser.signIn().location == "/tasks")
                site.store.recover()
                // The next one gets too old while its user is at the authority.
                let response = try await browser.startSignIn()
                try await site.withReplica(changing: { $0.idleTimeout = .zero }) { replica in
                    let late = replica.browser(browser.cookies)
                    let query = try #require(response.locationQuery)
                    let page = try await late.get("/auth/openid/return?\(query)")
                    #expect(page.location == "/tasks")
                }
            }
            #expect(ended == [:])
            #expect(!options.log.events.contains("session_ended"))
        }
    }

    @Test("Each session that is ended from another one counts") func elsewhere() async throws {
        try await registry.running { site in
            let here = try await site.signedIn()
            for _ in 0..<3 { _ = try await site.signedIn() }
            let page = try await here.get("/sessions")
            let current = try #require(page.elements(having: "data-current").first?.text)
            let other = try #require(page.elements(having: "data-session-id").first { $0.text != current }?.value)
            _ = try await here.submit(try #require(page.form(to: "/sessions/\(other)/end")))
            #expect(ended == ["ended_elsewhere": 1])
            _ = try await here.submit(try #require(page.form(to: "/sessions/end-others")))
            #expect(ended == ["ended_elsewhere": 3])
        }
    }

    @Test("Sessions that the authority ends count once, by the channel") func channels() async throws {
        try await registry.running { site in
            _ = try await site.signedIn()
            _ = try await site.signedIn()
            let logout = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            let headers: HTTPFields = [.secFetchSite: "cross-site", .accept: "*/*"]
            for _ in 0..<2 {
                _ = try await site.browser().post(
                    "/auth/openid/back-channel-logout", FormBody([("logout_token", logout)]), headers: headers)
            }
            #expect(ended == ["back_channel": 2])
            _ = try await site.signedIn()
            let token = try #require(site.provider.idTokens.last)
            let session = try #require(Claims.unverified(ofJWT: token)?[string: "sid"])
            let query = FormBody([("iss", site.provider.url.description), ("sid", session)]).encoded
            for _ in 0..<2 {
                #expect(try await site.browser().get("/auth/openid/front-channel-logout?\(query)").status == 200)
            }
            #expect(ended == ["back_channel": 2, "front_channel": 1])
        }
    }
}
