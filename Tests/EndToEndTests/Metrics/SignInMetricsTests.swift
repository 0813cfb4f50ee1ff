import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import PrometheusExport
import SiteTesting
import TestSupport
import Testing

/// The libraries' counts of sign-ins and refreshes in a program's metrics backend.
@Suite struct SignInMetricsTests {
    private let registry = PrometheusRegistry()
    private var scrape: Scrape { Scrape(text: registry.text) }
    private var signIns: [String: Double] { scrape.counts("latchkey_sign_ins_total") }
    private var refreshes: [String: Double] { scrape.counts("latchkey_refreshes_total") }
    private var ended: [String: Double] { scrape.counts("latchkey_sessions_ended_total") }

    @Test("A sign-in counts once, however often its response comes; a state of no sign-in doesn't")
    func signInOnce() async throws {
        try await registry.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
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

    @Test("All outcomes of sign-ins are exported from the start, so that their rates are known") func zeros()
        async throws
    {
        try await registry.running { _ in
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
        "A sign-in that its user gives up or that leads to another is cancelled, and any other error is a failure",
        arguments: [
            (.error("access_denied"), "cancelled"), (.azureError(90091), "cancelled"),
            (.azureError(90118), "cancelled"), (.error("server_error"), "failed"), (.madeUpCode, "failed"),
            (.error("access_denied", description: "User is not assigned."), "failed"),
            (.error("access_denied", description: " "), "cancelled"), (.noCode, "failed"), (.wrongIssuer, "failed"),
            (.entraError(50105), "failed"),
        ] as [(RedirectChange, String)])
    func redirects(change: RedirectChange, outcome: String) async throws {
        try await registry.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.redirect = change }
            _ = try await site.browser().signIn()
            #expect(signIns == [outcome: 1])
        }
    }

    @Test(
        "A sign-in without usable tokens counts as failed",
        arguments: [
            TokenResponseChange.fault(.serverError), .error("invalid_grant"), .noIDToken, .busy(503, retryAfter: nil),
        ])
    func tokens(change: TokenResponseChange) async throws {
        try await registry.running { site in
            site.provider.change { $0.code = change }
            _ = try await site.browser().signIn()
            #expect(signIns == ["failed": 1])
        }
    }

    @Test("A sign-in that requires interaction counts as cancelled, and as failed if that is repeated")
    func interaction() async throws {
        try await registry.running { site in
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
        try await registry.running(changing: { $0.policies = .inPath }) { site in
            let browser = try await site.signedIn()
            _ = try await browser.signIn("/profile")
            #expect(signIns == ["succeeded": 2])
            site.provider.user = .bob
            #expect(try await browser.signIn("/profile").locationPath == "/sign-in")
            #expect(signIns == ["succeeded": 2, "cancelled": 1])
        }
    }

    @Test("A forgotten password counts as a failed sign-in if there is no policy to reset it") func noReset()
        async throws
    {
        try await registry.running { site in
            site.provider.change { $0.redirect = .azureError(90118) }
            _ = try await site.browser().signIn()
            #expect(signIns == ["failed": 1])
        }
    }

    @Test("A sign-in of a user who may not sign in counts as failed, and ends no session") func requiredClaims()
        async throws
    {
        try await registry.running(changing: {
            $0.requiredClaims = RequiredClaims([.init(name: "groups", value: "staff")])
        }) { site in
            let page = try await site.browser().signIn()
            #expect(page.status == 403)
            #expect(signIns == ["failed": 1] && ended == [:])
        }
    }

    @Test("A sign-in whose state can't be consumed doesn't count") func store() async throws {
        try await registry.running { site in
            let browser = site.browser()
            let provider = try await browser.startSignIn()
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
        "A refresh counts as refused if the authority requires interaction, and as failed if it can't respond",
        arguments: [
            (nil, "succeeded", [:]), (.error("invalid_grant"), "refused", ["refused": 1]),
            (.azureError(90080), "refused", ["refused": 1]),
            (.entraError(50076, "interaction_required"), "refused", [:]),
            (.error("login_required"), "refused", [:]), (.entraError(70043, "invalid_grant"), "refused", [:]),
            (.fault(.serverError), "failed", [:]), (.busy(429, retryAfter: nil), "failed", [:]),
            (.error("invalid_client"), "failed", [:]), (.fault(.dropped), "failed", [:]),
        ] as [(TokenResponseChange?, String, [String: Double])])
    func refresh(change: TokenResponseChange?, outcome: String, ending: [String: Double]) async throws {
        try await registry.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            #expect(refreshes == [:])
            site.provider.change { $0.refresh = change }
            _ = try await browser.get("/tasks")
            #expect(refreshes == [outcome: 1] && ended == ending)
        }
    }

    @Test("A refreshed ID token that doesn't verify counts as a failed refresh, and ends the session") func badIDToken()
        async throws
    {
        try await registry.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.provider.change { $0.refreshedIDToken = .wrongAudience }
            _ = try await browser.get("/tasks")
            #expect(refreshes == ["failed": 1] && ended == ["refused": 1])
        }
    }

    @Test("A refreshed ID token without a required claim counts as a failed refresh, and ends the session")
    func lostClaim() async throws {
        try await registry.running(changing: {
            $0.requiredClaims = RequiredClaims([.init(name: "groups", value: "staff")])
        }) { site in
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
}
