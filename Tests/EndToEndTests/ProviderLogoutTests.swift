import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// Sessions that the provider ends.
@Suite struct ProviderLogoutTests {
    private static let backChannel = "/auth/openid/back-channel-logout"
    private static let frontChannel = "/auth/openid/front-channel-logout"

    /// The provider's name of the session that it started last.
    private static func session(_ site: Site) throws -> String {
        let token = try #require(site.provider.idTokens.last)
        return try #require(Claims.unverified(ofJWT: token)?[string: "sid"])
    }

    /// Posts a logout token as a provider does: without cookies, and from no page of the site.
    private static func post(_ fields: [(name: String, value: String)], to site: Site) async throws -> WebPage {
        try await site.browser().post(
            backChannel, FormBody(fields),
            headers: [.secFetchSite: "cross-site", .origin: site.provider.url.origin, .accept: "*/*"])
    }

    @Test("A logout token ends the session that it names, copies too, and no other user's")
    func backChannel() async throws {
        try await Site.running { site in
            let bob = try await site.signedIn(as: .bob)
            let alice = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: nil, session: try Self.session(site))
            let response = try await Self.post([("logout_token", token), ("extra", "field")], to: site)
            #expect(response.status == 200)
            #expect(response["Cache-Control"] == "no-store")
            #expect(response.cookies == [])
            try await site.expectSignedOut(alice)
            try await site.expectSignedIn(bob)
        }
    }

    @Test(
        "A logout token at one replica soon ends the session at every other, and counts once for all",
        arguments: SharedDatabase.allCases)
    func otherReplica(kind: SharedDatabase) async throws {
        try await Site.running(on: kind) { site in
            try await site.withReplica { replica in
                let browser = try await site.signedIn()
                let copy = replica.browser(browser.cookies)
                _ = try await copy.tasks()
                let token = try site.provider.logoutToken(subject: nil, session: try Self.session(site))
                #expect(try await Self.post([("logout_token", token)], to: site).status == 200)
                try await site.expectSignedOut(browser)
                try await eventually { try await copy.get("/").status == 200 }
                try await replica.expectSignedOut(copy)
                #expect(try await Self.post([("logout_token", token)], to: replica).status == 400)
            }
        }
    }

    @Test("A logout token whose ending had no outcome, a 503, is accepted when it is sent again")
    func withoutOutcome() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: nil, session: try Self.session(site))
            site.store.loseResponses(of: [.endAll])
            let response = try await Self.post([("logout_token", token)], to: site)
            #expect(response.status == 503 && response["Retry-After"] == "5")
            site.store.recover()
            #expect(try await Self.post([("logout_token", token)], to: site).status == 200)
            try await eventually { try await browser.get("/").status == 200 }
            try await site.expectSignedOut(browser)
            #expect(try await Self.post([("logout_token", token)], to: site).status == 400)
        }
    }

    @Test("A logout token with a subject alone ends all of that user's sessions")
    func bySubject() async throws {
        try await Site.running { site in
            let (one, other, bob) = (
                try await site.signedIn(), try await site.signedIn(), try await site.signedIn(as: .bob)
            )
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            #expect(try await Self.post([("logout_token", token)], to: site).status == 200)
            try await site.expectSignedOut(one)
            try await site.expectSignedOut(other)
            try await site.expectSignedIn(bob)
        }
    }

    @Test("An invalid logout token is a 400, and ends no session", arguments: LogoutTokenChange.allCases)
    func refused(change: LogoutTokenChange) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(
                subject: ScriptedUser.alice.subject, session: try Self.session(site), change)
            let response = try await Self.post([("logout_token", token)], to: site)
            #expect(response.status == 400)
            #expect(response["Cache-Control"] == "no-store")
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A logout token whose key can't be fetched is a 503, and doesn't delay a sign-in with a newer key")
    func keyUnreachable() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try site.provider.rotateKeys()
            site.provider.change { $0.keys = .fault(.serverError) }
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            #expect(try await Self.post([("logout_token", token)], to: site).status == 503)
            site.provider.behave()
            #expect(try await site.browser().signIn().location == "/tasks")
            try await site.expectSignedIn(browser)
        }
    }

    @Test("A logout token is accepted once, and only alone")
    func once() async throws {
        try await Site.running { site in
            _ = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            #expect(try await Self.post([("logout_token", token), ("logout_token", token)], to: site).status == 400)
            #expect(try await Self.post([], to: site).status == 400)
            #expect(try await Self.post([("logout_token", token)], to: site).status == 200)
            let browser = try await site.signedIn()
            #expect(try await Self.post([("logout_token", token)], to: site).status == 400)
            try await site.expectSignedIn(browser)
        }
    }

    @Test(
        "A logout token with sub alone ends the tenant's sessions of that sub, whichever policy issued it"
    )
    func policiesWithIssuers() async throws {
        try await Site.running(changing: { $0.policies = .inPath }) { site in
            site.provider.change { $0.issuerNamesPolicy = true }
            let (one, other) = (try await site.signedIn("/sign-up"), try await site.signedIn())
            let bob = try await site.signedIn(as: .bob)
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject, policy: "b2c_1_sign_in")
            #expect(try await Self.post([("logout_token", token)], to: site).status == 200)
            for browser in [one, other] { try await site.expectSignedOut(browser) }
            try await site.expectSignedIn(bob)
        }
    }

    @Test("A logout request of 64 KiB is read, and one byte more is 413 whatever token it holds")
    func tooLarge() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: nil, session: try Self.session(site))
            let room = 64 * 1024 - FormBody([("logout_token", token), ("x", "")]).encoded.utf8.count
            let response = try await Self.post(
                [("logout_token", token), ("x", String(repeating: "x", count: room + 1))], to: site)
            #expect(response.status == 413)
            #expect(response["Cache-Control"] == "no-store")
            try await site.expectSignedIn(browser)
            #expect(
                try await Self.post([("logout_token", token), ("x", String(repeating: "x", count: room))], to: site)
                    .status == 200)
            try await site.expectSignedOut(browser)
        }
    }

    @Test(
        "During a database outage a logout token is not consumed, and the provider's next try ends the session",
        arguments: [true, false])
    func unreachableDatabase(namesSession: Bool) async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let session = namesSession ? try Self.session(site) : nil
            let token = try site.provider.logoutToken(
                subject: namesSession ? nil : ScriptedUser.alice.subject, session: session)
            // Consuming a value alone still works, so a token that was consumed first would stay consumed.
            site.store.fail([.endAll])
            let response = try await Self.post([("logout_token", token)], to: site)
            #expect(response.status == 503)
            #expect(response["Cache-Control"] == "no-store")
            try await site.expectSignedIn(browser)
            site.store.recover()
            #expect(try await Self.post([("logout_token", token)], to: site).status == 200)
            try await site.expectSignedOut(browser)
            #expect(try await Self.post([("logout_token", token)], to: site).status == 400)
        }
    }

    @Test("While the authority's metadata can't be fetched, a logout token is 503, and the next try ends the session")
    func backChannelWithoutMetadata() async throws {
        try await Self.withFreshReplica { site, replica, browser in
            let token = try site.provider.logoutToken(subject: nil, session: try Self.session(site))
            site.provider.change { $0.metadataFault = .serverError }
            let response = try await Self.post([("logout_token", token)], to: replica)
            #expect(response.status == 503)
            #expect(response["Cache-Control"] == "no-store")
            try await site.expectSignedIn(browser)
            site.provider.change { $0.metadataFault = nil }
            try await eventually { try await Self.post([("logout_token", token)], to: replica).status == 200 }
            try await eventually { try await browser.copy().get("/").status == 200 }
            try await site.expectSignedOut(browser)
        }
    }

    @Test("A frame ends its session also while the authority's metadata can't be fetched, and a foreign issuer nothing")
    func frontChannelWithoutMetadata() async throws {
        try await Self.withFreshReplica { site, replica, browser in
            let session = try Self.session(site)
            site.provider.change { $0.metadataFault = .serverError }
            for issuer in ["https://other.example", site.provider.url.description] {
                try await site.expectSignedIn(browser)
                let query = FormBody([("iss", issuer), ("sid", session)]).encoded
                let frame = try await replica.browser().get(
                    "\(Self.frontChannel)?\(query)", headers: [.secFetchSite: "cross-site"])
                #expect(frame.status == 200)
                #expect(frame["Cache-Control"] == "no-store")
            }
            try await eventually { try await browser.copy().get("/").status == 200 }
            try await site.expectSignedOut(browser)
        }
    }

    /// Runs a body with a browser that is signed in, and a replica that has fetched nothing from the authority yet.
    private static func withFreshReplica(
        _ body: @Sendable (_ site: Site, _ replica: Site, Browser) async throws -> Void
    ) async throws {
        try await Site.running(on: .sqlite) { site in
            let browser = try await site.signedIn()
            try await site.withReplica { replica in try await body(site, replica, browser) }
        }
    }

    @Test("An ID token is refused as a logout token")
    func idToken() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            #expect(
                try await Self.post([("logout_token", try #require(site.provider.idTokens.last))], to: site).status
                    == 400)
            try await site.expectSignedIn(browser)
        }
    }

    @Test("The provider's frame ends the session that it names, and may be shown in the provider's page")
    func frontChannel() async throws {
        try await Site.running { site in
            let alice = try await site.signedIn()
            let bob = try await site.signedIn(as: .bob)
            let query = FormBody([("iss", site.provider.url.description), ("sid", try Self.session(site))]).encoded
            let frame = try await site.browser().get(
                "\(Self.frontChannel)?\(query)", headers: [.secFetchSite: "cross-site"])
            #expect(frame.status == 200)
            #expect(frame["Cache-Control"] == "no-store")
            #expect(frame["X-Frame-Options"] == nil)
            try await site.expectSignedOut(bob)
            try await site.expectSignedIn(alice)
        }
    }

    @Test("A frame without the right issuer and session ends nothing, whichever user is signed in")
    func uselessFrame() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            let (issuer, session) = (site.provider.url.description, try Self.session(site))
            for fields in [
                [], [("iss", issuer)], [("sid", session)], [("iss", "https://other.example"), ("sid", session)],
                [("iss", issuer), ("sid", "other")],
                [("iss", issuer), ("sid", "")], [("iss", issuer), ("sid", session), ("sid", session)],
                [("iss", issuer), ("sid", "\u{0}")], [("iss", "\u{0}"), ("sid", session)],
                [("iss", ""), ("sid", session)],
            ] {
                let query = FormBody(fields.map { (name: $0.0, value: $0.1) }).encoded
                let frame = try await browser.get("\(Self.frontChannel)?\(query)")
                #expect(frame.status == 200 && frame.cookies == [])
                try await site.expectSignedIn(browser)
            }
            #expect(site.provider.requests(at: .revocation).isEmpty)
        }
    }
}
