import CoreMetrics
import CurlTransport
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import PrometheusExport
import SessionStorage
import TestSupport
import Testing

/// What the libraries count at a program's metrics backend.
@Suite struct SignInMetricsTests {
    private let registry = PrometheusRegistry()
    private var scrape: Scrape { Scrape(text: registry.text) }
    private var signIns: [String: Double] { scrape.counts("latchkey_sign_ins_total") }
    private var refreshes: [String: Double] { scrape.counts("latchkey_refreshes_total") }
    private var ended: [String: Double] { scrape.counts("latchkey_sessions_ended_total") }

    private func running(
        _ options: SiteOptions = SiteOptions(), _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        try await withMetricsFactory(registry) { try await Site.running(options, body) }
    }

    // MARK: Sign-ins

    @Test("A sign-in counts once, however often its response comes; a state of no sign-in doesn't")
    func signInOnce() async throws {
        try await running { site in
            let browser = site.browser()
            let provider = try await browser.begin()
            let before = browser.cookies
            #expect(signIns == [:])
            #expect(try await browser.follow(provider).location == "/tasks")
            #expect(signIns == ["succeeded": 1])
            browser.cookies = before
            #expect(try await browser.follow(provider).status == 400)
            #expect(try await browser.get("/auth/openid/return?code=c&state=made-up").status == 400)
            #expect(signIns == ["succeeded": 1])
        }
    }

    @Test("Outcomes are there from the start, so that their rates are known") func zeros() async throws {
        try await running { _ in
            for outcome in ["succeeded", "cancelled", "failed"] {
                #expect(scrape["latchkey_sign_ins_total{outcome=\"\(outcome)\"}"] == 0)
            }
            for outcome in ["succeeded", "refused", "failed"] {
                #expect(scrape["latchkey_refreshes_total{outcome=\"\(outcome)\"}"] == 0)
            }
            let reasons = ["sign_out", "front_channel", "back_channel", "ended_elsewhere", "replaced", "refused"]
            for reason in reasons {
                #expect(scrape["latchkey_sessions_ended_total{reason=\"\(reason)\"}"] == 0)
            }
        }
    }

    @Test(
        "A user who turns back or is sent to another sign-in cancels, whatever else is wrong fails",
        arguments: [
            (.error("access_denied"), "cancelled"), (.azureError(90091), "cancelled"),
            (.azureError(90118), "cancelled"), (.error("server_error"), "failed"), (.madeUpCode, "failed"),
            (.noCode, "failed"), (.wrongIssuer, "failed"), (.entraError(50105), "failed"),
        ] as [(RedirectChange, String)])
    func redirects(change: RedirectChange, outcome: String) async throws {
        var options = SiteOptions()
        options.policies = .inPath
        try await running(options) { site in
            site.provider.change { $0.redirect = change }
            _ = try await site.browser().signIn()
            #expect(signIns == [outcome: 1])
        }
    }

    @Test(
        "A sign-in without usable tokens fails",
        arguments: [
            TokenResponseChange.fault(.serverError), .error("invalid_grant"), .noIDToken, .busy(503, retryAfter: nil),
        ])
    func tokens(change: TokenResponseChange) async throws {
        try await running { site in
            site.provider.change { $0.code = change }
            _ = try await site.browser().signIn()
            #expect(signIns == ["failed": 1])
        }
    }

    @Test("A sign-in at which the authority requires interaction is cancelled, and fails if that comes again")
    func interaction() async throws {
        try await running { site in
            site.provider.change { $0.code = .entraError(50076, "interaction_required") }
            let browser = site.browser()
            _ = try await browser.signIn()
            #expect(signIns == ["cancelled": 1])
            _ = try await browser.signIn()
            #expect(signIns == ["cancelled": 1, "failed": 1])
            site.provider.change { $0.code = nil }
            #expect(try await site.browser().signIn().location == "/tasks")
            #expect(signIns == ["succeeded": 1, "cancelled": 1, "failed": 1])
        }
    }

    @Test("A profile policy's response succeeds for the user who is signed in; another's leads to a sign-in")
    func profile() async throws {
        var options = SiteOptions()
        options.policies = .inPath
        try await running(options) { site in
            let browser = try await site.signedIn()
            _ = try await browser.signIn("/profile")
            #expect(signIns == ["succeeded": 2])
            site.provider.person = .bob
            #expect(try await browser.signIn("/profile").locationPath == "/sign-in")
            #expect(signIns == ["succeeded": 2, "cancelled": 1])
        }
    }

    @Test("A forgotten password fails if there is no policy to reset it") func noReset() async throws {
        try await running { site in
            site.provider.change { $0.redirect = .azureError(90118) }
            _ = try await site.browser().signIn()
            #expect(signIns == ["failed": 1])
        }
    }

    @Test("A user who may not sign in fails, and ends no session") func requiredClaims() async throws {
        var options = SiteOptions()
        options.requiredClaims = RequiredClaims([.init(name: "groups", value: "staff")])
        try await running(options) { site in
            let page = try await site.browser().signIn()
            #expect(page.status == 403)
            #expect(signIns == ["failed": 1] && ended == [:])
        }
    }

    @Test("A state that can't be consumed doesn't count") func store() async throws {
        try await running { site in
            let browser = site.browser()
            let provider = try await browser.begin()
            site.store.fail([.consume])
            #expect(try await browser.follow(provider).status == 503)
            #expect(signIns == [:])
            site.store.recover()
            #expect(try await browser.follow(provider).location == "/tasks")
            #expect(signIns == ["succeeded": 1])
        }
    }

    // MARK: Refreshes

    @Test(
        "A refresh is refused if the authority wants the user, and failed if it can't respond",
        arguments: [
            (nil, "succeeded", [:]), (.error("invalid_grant"), "refused", ["refused": 1]),
            (.azureError(90080), "refused", ["refused": 1]),
            (.entraError(50076, "interaction_required"), "refused", [:]),
            (.error("login_required"), "refused", [:]), (.entraError(70043, "invalid_grant"), "refused", [:]),
            (.fault(.serverError), "failed", [:]), (.busy(429, retryAfter: nil), "failed", [:]),
            (.error("invalid_client"), "failed", [:]), (.fault(.dropped), "failed", [:]),
        ] as [(TokenResponseChange?, String, [String: Double])])
    func refresh(change: TokenResponseChange?, outcome: String, ending: [String: Double]) async throws {
        try await running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            #expect(refreshes == [:])
            site.provider.change { $0.refresh = change }
            _ = try await browser.get("/tasks")
            #expect(refreshes == [outcome: 1] && ended == ending)
        }
    }

    @Test("A refreshed ID token that doesn't verify fails the refresh, and ends the session") func badIDToken()
        async throws
    {
        try await running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.provider.change { $0.refreshedIDToken = .wrongAudience }
            _ = try await browser.get("/tasks")
            #expect(refreshes == ["failed": 1] && ended == ["refused": 1])
        }
    }

    @Test("So does one without a required claim") func lostClaim() async throws {
        var options = SiteOptions()
        options.requiredClaims = RequiredClaims([.init(name: "groups", value: "staff")])
        try await running(options) { site in
            site.provider.change {
                $0.accessTokenLifetime = 0
                $0.claims["groups"] = "staff"
            }
            let browser = try await site.signedIn()
            site.provider.change { $0.claims["groups"] = "others" }
            #expect(try await browser.get("/tasks").status == 403)
            #expect(refreshes == ["failed": 1] && ended == ["refused": 1])
        }
    }

    // MARK: Ended sessions

    @Test("A sign-out counts once, also if a copy signs out as well") func signOut() async throws {
        try await running { site in
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
        try await withDatabase(.sqlite) { database in
            var options = SiteOptions()
            options.database = database
            try await running(options) { site in
                try await site.withReplica { replica in
                    let browser = try await site.signedIn()
                    let copy = replica.browser()
                    copy.cookies = browser.cookies
                    let form = try #require(try await copy.tasks().form(to: "/sign-out"))
                    _ = try await browser.signOut()
                    #expect(try await copy.submit(form).status == 303)
                    #expect(ended == ["sign_out": 1])
                }
            }
        }
    }

    @Test("A sign-out that the store can't take yet counts") func signOutWithoutStore() async throws {
        try await running { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            site.store.fail()
            #expect(try await browser.submit(form).status == 503)
            #expect(ended == ["sign_out": 1])
        }
    }

    @Test("A new sign-in replaces the session before") func replaced() async throws {
        try await running { site in
            let browser = try await site.signedIn()
            _ = try await browser.signIn()
            #expect(ended == ["replaced": 1])
        }
    }

    @Test("A session that has ended already, or is idle-expired, is not replaced") func replacedLate() async throws {
        try await withDatabase(.sqlite) { database in
            let log = RecordedLog()
            var options = SiteOptions()
            (options.database, options.logger) = (database, log.logger)
            try await running(options) { site in
                let browser = try await site.signedIn()
                let user = "sub \(site.provider.url.origin) \(Person.alice.subject)"
                let record = try #require(try await site.store.sessions(of: user, now: .distantPast).first)
                // As another replica does it, before this one gets to know it.
                site.store.fail([.endings])
                _ = try await site.store.end(record.id, until: record.expires)
                #expect(try await browser.signIn().location == "/tasks")
                site.store.recover()
                // The next one gets too old while its user is at the authority.
                let response = try await browser.begin()
                try await site.withReplica(changing: { $0.idleTimeout = .zero }) { replica in
                    let late = replica.browser()
                    late.cookies = browser.cookies
                    let query = try #require(response.location?.split(separator: "?", maxSplits: 1).last)
                    let page = try await late.get("/auth/openid/return?\(query)")
                    #expect(page.location == "/tasks")
                }
            }
            #expect(ended == [:])
            #expect(!log.entries.contains { $0.fields["event"] == "session_ended" })
        }
    }

    @Test("Sessions that are ended from another one count each") func elsewhere() async throws {
        try await running { site in
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

    @Test("Sessions that the authority ends count by the channel, and a second time not") func channels() async throws {
        try await running { site in
            _ = try await site.signedIn()
            _ = try await site.signedIn()
            let logout = try site.provider.logoutToken(subject: Person.alice.subject)
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

    // MARK: Requests to others

    private func requests(_ peer: String, _ status: Int) -> Double? {
        scrape[
            "http_client_request_duration_seconds_count{http_response_status_code=\"\(status)\",peer=\"\(peer)\"}"]
    }

    @Test("Requests to the authority and the API count by their status, those without a response as 0")
    func clientRequests() async throws {
        try await running { site in
            let browser = try await site.signedIn()
            #expect(try #require(requests("authority", 200)) > 2)
            #expect(requests("api", 200) == nil)
            _ = try await browser.tasks()
            #expect(requests("api", 200) == 1)
            site.api.answer(always: Reply(.internalServerError))
            #expect(try await browser.get("/tasks").status == 502)
            #expect(requests("api", 500) == 1)
            site.api.answer(always: .drop)
            #expect(try await browser.get("/tasks").status == 502)
            // A list that is cut off is requested once more.
            #expect(requests("api", 0) == 2)
            site.provider.change { $0.code = .fault(.dropped) }
            _ = try await site.browser().signIn()
            #expect(try #require(requests("authority", 0)) >= 1)
        }
    }

    @Test("A request that its sender gives up isn't one without a response") func cancelledRequest() async throws {
        let server = try await LoopbackServer.start { $0.path == "/silent" ? .never : .drop }
        let transport = try CurlClient()
        let api = withMetricsFactory(registry) { ClientRequestMetrics(.api) }
        let send = { @Sendable path in
            try await api.measure { try await transport.send(TransportRequest(.get, try server.url(path))) }
        }
        let waiting = Task { try await send("/silent") }
        try await eventually { !server.requests.isEmpty }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(requests("api", 0) == nil)
        await #expect(throws: TransportError.self) { try await send("/dropped") }
        #expect(requests("api", 0) == 1)
        await transport.shutDown()
        await server.stop()
    }
}
