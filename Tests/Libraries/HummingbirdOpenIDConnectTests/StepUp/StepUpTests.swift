import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct StepUpTests {
    /// An API that demands something of each call as long as it isn't content.
    private final class API: Sendable {
        let isContent = Mutex(false)
        let challenge: String

        init(_ challenge: String) { self.challenge = challenge }

        var transport: RecordingTransport {
            RecordingTransport { [self] _ in
                isContent.withLock(\.self)
                    ? TransportResponse(status: .ok)
                    : TransportResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: challenge])
            }
        }
    }

    private static let strong =
        #"Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age=60"#
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#

    private func requests(_ site: TestSite) -> [ReceivedRequest] { site.provider.requests(at: .authorization) }

    @Test("A page whose API demands a stronger sign-in leads to the provider with just that, and comes back")
    func page() async throws {
        let api = API(Self.strong)
        try await TestSite.running(api: api.transport) { site in
            let browser = try await site.signedIn()
            let old = browser.copy()
            let page = try await browser.get("/api?page=2")
            #expect(page.status == .seeOther)
            site.provider.misbehaviour.claims = ["acr": .string("silver"), "auth_time": .int(site.clock.seconds)]
            let back = try await browser.follow(try await browser.follow(page))
            #expect(back.location == "/api?page=2")
            let asked = try #require(requests(site).last)
            #expect(asked["acr_values"] == "gold silver" && asked["max_age"] == "60" && asked["claims"] == nil)
            #expect(site.refreshes == 0)
            api.isContent.withLock { $0 = true }
            #expect(try await browser.get("/api?page=2").text == "200")
            #expect(try await old.get("/").text == "signed out", "the new session has replaced it")
        }
    }

    @Test(
        "A claims challenge, base64 or base64url, leads to the provider with its claims as they came",
        arguments: [true, false])
    func claimsChallenge(_ isPadded: Bool) async throws {
        let encoded = Data(Self.claims.utf8).base64EncodedString()
        let text =
            isPadded
            ? encoded
            : encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let api = API(#"Bearer realm="", error="insufficient_claims", claims="\#(text)""#)
        try await TestSite.running(api: api.transport) { site in
            let browser = try await site.signedIn()
            #expect(try await browser.signIn("/api").location == "/api")
            #expect(requests(site).last?["claims"] == Self.claims)
            #expect(requests(site).last?["acr_values"] == nil)
        }
    }

    @Test(
        "Right after a sign-in for a demand the same one is refused with 403, but not another, nor a minute later"
    )
    func again() async throws {
        let api = API(Self.strong)
        try await TestSite.running(api: api.transport) { site in
            let browser = try await site.signedIn()
            site.provider.misbehaviour.claims = ["acr": .string("gold"), "auth_time": .int(site.clock.seconds)]
            #expect(try await browser.signIn("/api").location == "/api")
            let count = requests(site).count
            let refusal = try await browser.get("/api")
            #expect(refusal.status == .forbidden && refusal.location == nil)
            #expect(!refusal.text.contains("gold"))
            #expect(try await browser.fetch("/api").status == .forbidden)
            #expect(try await browser.get("/").text == "Alice")
            #expect(requests(site).count == count)
            // A route's demand is another one, which this sign-in meets.
            #expect(try await browser.get("/strong").text == "strong Alice")
            site.clock.advance(by: 61)
            #expect(try await browser.get("/api").status == .seeOther)
        }
    }

    @Test("Anything but a navigation gets 401, and keeps the session") func background() async throws {
        try await TestSite.running(api: API(Self.strong).transport) { site in
            let browser = try await site.signedIn()
            let response = try await browser.fetch("/api")
            #expect(response.status == .unauthorized)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(response.cookies.isEmpty)
            #expect(try await browser.get("/").text == "Alice")
            #expect(requests(site).count == 1 && site.refreshes == 0)
        }
    }

    @Test(
        "A 401 with a malformed or empty demand is a plain one: one refresh, then sign-in again",
        arguments: [
            #"Bearer error="insufficient_user_authentication""#,
            #"Bearer error="insufficient_user_authentication", max_age="2592001""#,
            #"Bearer error="insufficient_user_authentication", max_age=1, max_age=1"#,
            #"Bearer error="insufficient_claims", claims="bm8gb2JqZWN0""#,
            #"Basic error="insufficient_user_authentication", max_age=1"#, #"Bearer error="invalid_token", max_age=1"#,
        ])
    func plain(_ challenge: String) async throws {
        try await TestSite.running(api: API(challenge).transport) { site in
            let browser = try await site.signedIn()
            let page = try await browser.get("/api")
            #expect(page.location?.hasPrefix("/sign-in?") == true)
            #expect(site.refreshes == 1)
        }
    }

    /// Claims that do not meet the demand.
    private static let weak: [JSONMembers] = [
        [:], ["acr": .string("bronze"), "auth_time": .int(TestClock.start)],
        ["acr": .string("gold"), "auth_time": .null],
        ["acr": .string("gold"), "auth_time": .int(TestClock.start - 200)], ["auth_time": .int(TestClock.start)],
    ]

    @Test(
        "A provider's response that doesn't meet the demand is refused, and the session stays",
        arguments: weak)
    func notDone(_ claims: JSONMembers) async throws {
        try await TestSite.running(api: API(Self.strong).transport) { site in
            let browser = try await site.signedIn()
            site.provider.misbehaviour.claims = claims
            let refusal = try await browser.signIn("/api?x=1")
            #expect(refusal.status == .badRequest && !refusal.cookies.contains { $0.name == "__Host-session" })
            #expect(try await browser.get("/").text == "Alice")
        }
    }

    @Test("The way to try again is for this session alone, and says nothing of the demand") func retry() async throws {
        let paths = Mutex<[String]>([])
        var hooks = SignInHooks<BasicSignInRequestContext>()
        hooks.errorPage = { error, _, _ in
            paths.withLock { $0 += [error.retryPath].compactMap(\.self) }
            return nil
        }
        try await TestSite.running(hooks: hooks, api: API(Self.strong).transport) { site in
            let browser = try await site.signedIn()
            let other = try await site.signedIn()
            #expect(try await browser.signIn("/api?x=1").status == .badRequest)
            let path = try #require(paths.withLock { $0.last })
            #expect(!path.contains("gold"))
            #expect(try await other.get(path).status == .seeOther)
            #expect(requests(site).count == 3)
            _ = try await other.signIn(path)
            #expect(requests(site).last?["acr_values"] == nil)
            site.provider.misbehaviour.claims = ["acr": .string("gold"), "auth_time": .int(site.clock.seconds)]
            #expect(try await browser.signIn(path).location == "/api?x=1")
            #expect(requests(site).last?["acr_values"] == "gold silver")
            #expect(requests(site).last?["max_age"] == "60")
        }
    }

    @Test(
        "A form waits for its user while the provider is asked, and through a refusal there",
        arguments: [true, false])
    func form(_ isDone: Bool) async throws {
        try await TestSite.running(api: API(Self.strong).transport) { site in
            let browser = try await site.signedIn()
            let csrf = try await browser.get("/forms").text
            let posted = try await browser.post("/forms/api", FormBody([("csrf", csrf), ("task", "Buy milk")]))
            #expect(posted.status == .seeOther)
            if isDone {
                site.provider.misbehaviour.claims = ["acr": .string("gold"), "auth_time": .int(site.clock.seconds)]
            }
            let back = try await browser.follow(try await browser.follow(posted))
            #expect(back.status == (isDone ? .seeOther : .badRequest))
            #expect(try await browser.get("/forms/pending").text == "Buy milk")
            guard isDone else { return }
            // The same demand again: the form waits on.
            let fresh = try await browser.get("/forms").text
            let again = try await browser.post("/forms/api", FormBody([("csrf", fresh), ("task", "Buy bread")]))
            #expect(again.status == .forbidden)
            #expect(browser.cookies.keys.count { $0.contains("-kept.") } == 2)
        }
    }

    @Test(
        "A route's requirement sends a weak sign-in to the provider, and lets a strong one in until it is too old"
    )
    func requirement() async throws {
        try await TestSite.running(clock: .standing()) { site in
            let browser = try await site.signedIn()
            site.provider.misbehaviour.claims = ["acr": .string("silver"), "auth_time": .int(site.clock.seconds)]
            #expect(try await browser.signIn("/strong").location == "/strong")
            #expect(requests(site).last?["acr_values"] == "gold silver" && requests(site).last?["max_age"] == "300")
            #expect(try await browser.get("/strong").text == "strong Alice")
            site.clock.advance(by: 360)
            #expect(try await browser.get("/strong").text == "strong Alice")
            site.clock.advance(by: 1)
            #expect(try await browser.get("/strong").status == .seeOther)
            #expect(try await browser.fetch("/strong").status == .unauthorized)
        }
    }

    @Test("A different user's step-up gets neither the session nor the form") func otherUser() async throws {
        try await TestSite.running(api: API(Self.strong).transport) { site in
            let browser = try await site.signedIn()
            let csrf = try await browser.get("/forms").text
            let posted = try await browser.post("/forms/api", FormBody([("csrf", csrf), ("task", "Buy milk")]))
            site.provider.user = .bob
            site.provider.misbehaviour.claims = ["acr": .string("gold"), "auth_time": .int(site.clock.seconds)]
            _ = try await browser.follow(try await browser.follow(posted))
            #expect(try await browser.get("/").text == "Bob")
            #expect(try await browser.get("/forms/pending").text == "")
            #expect(!browser.cookies.keys.contains { $0.contains("-kept.") })
        }
    }
}
