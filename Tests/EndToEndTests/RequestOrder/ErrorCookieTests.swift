import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Synchronization
import TestSupport
import Testing

/// Error responses have the cookies of a session that has ended, or of its new tokens, and no others.
@Suite struct ErrorCookieTests {
    typealias Row = TableRow

    /// The access token of the sign-in has expired.
    private static let expired: @Sendable (inout Misbehaviour) -> Void = { $0.accessTokenLifetime = 0 }

    private static let unauthorized: @Sendable (Site) async throws -> Void = { $0.api.respond(always: .unauthorized) }

    static let rows: [Row] = [
        // Cookies without a usable session
        Row("ended", .get("/tasks", by: .ended), both: "303 /sign-in -latchkey"),
        Row("ended, in the background", .get("/tasks", by: .ended, isNavigation: false), both: "401"),
        Row("ended, at an unknown path", .get("/nowhere", by: .ended), tasksWeb: "404 -latchkey", library: "404"),
        Row("idle", .get("/tasks", by: .idle), both: "303 /sign-in -latchkey"),
        Row("idle, in the background", .get("/tasks", by: .idle, isNavigation: false), both: "401"),
        Row("idle, at an unknown path", .get("/nowhere", by: .idle), tasksWeb: "404 -latchkey", library: "404"),
        Row("tampered", .get("/tasks", by: .tampered), both: "303 /sign-in -latchkey"),
        Row("tampered, in the background", .get("/tasks", by: .tampered, isNavigation: false), both: "401"),
        Row(
            "tampered, a form", .post("/tasks", by: .tampered), tasksWeb: "303 /sign-in -latchkey +latchkey-kept.*",
            library: "303 /sign-in -latchkey"),
        // Sessions that turn out to have ended while the request is served
        Row("without a row", .get("/claims", by: .unknown), both: "303 /sign-in"),
        Row("without a row, in the background", .get("/claims", by: .unknown, isNavigation: false), both: "401"),
        Row(
            "refresh token refused", .get("/tasks"), both: "303 /sign-in -latchkey refresh", provider: expired,
            meanwhile: { $0.provider.endRefreshTokens() }),
        Row(
            "refresh token refused, in the background", .get("/tasks", isNavigation: false),
            both: "401 -latchkey refresh", provider: expired, meanwhile: { $0.provider.endRefreshTokens() }),
        Row(
            "refresh token refused, a form", .post("/tasks"),
            tasksWeb: "303 /sign-in -latchkey +latchkey-kept.* refresh",
            library: "303 /sign-in -latchkey refresh", provider: expired,
            meanwhile: { $0.provider.endRefreshTokens() }),
        Row("refused by the API", .get("/tasks"), both: "303 /sign-in -latchkey refresh", meanwhile: unauthorized),
        Row(
            "refused by the API, in the background", .get("/tasks", isNavigation: false), both: "401 -latchkey refresh",
            meanwhile: unauthorized),
        Row(
            "required claim gone", .get("/tasks"), both: "403 -latchkey refresh revocation", provider: expired,
            meanwhile: { $0.provider.change { $0.claims["name"] = "Mallory" } }),
        Row(
            "signed out without the store", .post("/sign-out"), tasksWeb: "503 -latchkey -latchkey-rounds",
            library: "503 -latchkey -latchkey-rounds",
            meanwhile: { $0.store.fail() }),
        // Sessions that stay
        Row("store unreachable", .get("/claims"), both: "503", meanwhile: { $0.store.fail() }),
        Row(
            "refresh failed", .get("/tasks"), both: "502 refresh",
            provider: { ($0.accessTokenLifetime, $0.refresh) = (0, .fault(.serverError)) }),
        Row("another site's form", .post("/tasks", from: .anotherSite), both: "403"),
        Row("unknown path", .get("/nowhere"), both: "404"),
        Row(
            "refreshed, then refused by the handler", .post("/tasks"), both: "502 +latchkey API refresh",
            provider: expired, meanwhile: { $0.api.respond(always: LoopbackResponse(.internalServerError)) }),
        Row(
            "refreshed, then refused in the background", .post("/tasks", isNavigation: false),
            both: "502 +latchkey API refresh", provider: expired,
            meanwhile: { $0.api.respond(always: LoopbackResponse(.internalServerError)) }),
        // The end of a sign-in
        Row("unknown state", .get("/auth/openid/return?state=x&code=y", by: .new), both: "400"),
        Row("unknown state in a session", .get("/auth/openid/return?state=x&code=y"), both: "400"),
    ]

    @Test(
        "An error's response has the cookies of the session that has ended or changed, and no others",
        arguments: Row.cases(rows))
    func cookies(_ tabled: Row.Case) async throws {
        try await tabled.expectOutcome()
    }

    private typealias Ending = (name: String, change: @Sendable (Site) -> Void, outcome: String)

    /// The ends of sign-ins that start no session.
    private static let endings: [Ending] = [
        (
            "the user cancelled", { $0.provider.change { $0.redirect = .error("access_denied") } },
            "303 / -latchkey-sign-in.*"
        ),
        (
            "an error of the provider", { $0.provider.change { $0.redirect = .error("server_error") } },
            "400 -latchkey-sign-in.*"
        ),
        ("a state that isn't ours", { $0.provider.change { $0.redirect = .wrongState } }, "400"),
        ("another issuer", { $0.provider.change { $0.redirect = .wrongIssuer } }, "400 -latchkey-sign-in.*"),
        (
            "an invalid ID token", { $0.provider.change { $0.idToken = .wrongNonce } },
            "400 -latchkey-sign-in.* code revocation"
        ),
        (
            "an invalid token response", { $0.provider.change { $0.code = .otherTokenType } },
            "502 -latchkey-sign-in.* code revocation"
        ),
        (
            "no token response", { $0.provider.change { $0.code = .fault(.serverError) } },
            "502 -latchkey-sign-in.* code"
        ),
        (
            "tokens that are too large", { $0.provider.change { $0.opaqueAccessTokenLength = 12_000 } },
            "502 -latchkey-sign-in.* code revocation"
        ),
        (
            "a user who isn't admitted", { $0.provider.change { $0.claims["name"] = "Mallory" } },
            "403 -latchkey-sign-in.* code revocation"
        ),
        (
            "interaction that is required", { $0.provider.change { $0.code = .error("interaction_required") } },
            "303 provider +latchkey-rounds +latchkey-sign-in.* -latchkey-sign-in.* code"
        ),
        ("a state that can't be consumed", { $0.store.fail([.consume]) }, "503"),
        ("a session that can't be stored", { $0.store.fail([.insert]) }, "503 -latchkey-sign-in.* code revocation"),
    ]

    @Test(
        "A sign-in that fails removes the cookie of its attempt alone, and leaves an earlier session as it is",
        arguments: SiteOptions.Application.allCases)
    func endOfSignIn(application: SiteOptions.Application) async throws {
        var options = SiteOptions()
        options.application = application
        options.requiredClaims = RequiredClaims([.init(name: "name", value: "Alice")])
        try await Site.running(options) { site in
            let earlier = try await site.signedIn()
            for ending in Self.endings {
                for browser in [site.browser(), earlier.copy()] {
                    ending.change(site)
                    let response = try await browser.startSignIn()
                    let outcome = try await Outcome.of(site) { try await browser.follow(response) }
                    #expect(outcome.text == ending.outcome, "\(ending.name)")
                    site.provider.behave()
                    site.store.recover()
                }
            }
            #expect(try await earlier.get("/claims").status == 200)
        }
    }

    @Test(
        "A user whom the application refuses after the sign-in gets no session, and loses an earlier one",
        arguments: [false, true])
    func refusedByApplication(hasSession: Bool) async throws {
        let isOpen = Mutex(true)
        var options = SiteOptions()
        options.application = .library
        options.hooks.signedIn = { response, _, _ in
            guard isOpen.withLock({ $0 }) else { throw HTTPError(.forbidden) }
            return response
        }
        try await Site.running(options) { site in
            let browser = hasSession ? try await site.signedIn() : site.browser()
            isOpen.withLock { $0 = false }
            let response = try await browser.startSignIn()
            let outcome = try await Outcome.of(site) { try await browser.follow(response) }
            #expect(
                outcome.text == (hasSession ? "403 -latchkey -latchkey-sign-in.*" : "403 -latchkey-sign-in.*")
                    + " code revocation")
        }
    }
}
