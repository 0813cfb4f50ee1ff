import HTTPTransport
import HTTPTypes
import Logging
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing
import WebSupport

/// The events that sign-ins and sessions leave in the log.
@Suite struct EventTests {
    private static let backChannel = "/auth/openid/back-channel-logout"
    private static let frontChannel = "/auth/openid/front-channel-logout"

    /// Runs a site and returns its events.
    private static func events(
        _ options: SiteOptions = SiteOptions(), _ body: @Sendable (Site) async throws -> Void
    ) async throws -> [RecordedLog.Entry] {
        let table = try EventTable()
        try await Site.running(options, body)
        let events = options.log.entries.filter { $0.event != nil }
        for event in events {
            let row = try #require(table.events[event.event ?? ""], "\(event)")
            #expect(row.level == event.level.rawValue, "\(event)")
            let ofRequest = ["event", "correlation", "trace", "client"]
            let own = event.fields.keys.filter { !ofRequest.contains($0) }
            #expect(row.fields.isSuperset(of: own), "\(event)")
            if let kind = event.fields["kind"] { #expect(table.kinds(of: event.event ?? "").contains(kind)) }
        }
        // Claims of the user are nowhere in the log.
        for word in [ScriptedUser.alice.name, ScriptedUser.alice.objectID, ScriptedUser.alice.subject]
            + ScriptedUser.alice.emails
        {
            let word = try #require(word)
            #expect(!options.log.lines.contains { $0.contains(word) }, "\(word) was logged")
        }
        return events
    }

    @Test("A sign-in and a sign-out are events with digests of the session and the user") func signInAndOut()
        async throws
    {
        let events = try await Self.events { site in
            for _ in 1...2 { _ = try await site.signedIn().signOut() }
            #expect(site.log.entries.last { $0.event == "sign_out" }?.fields["correlation"] != nil)
        }
        #expect(events.allSatisfy { $0.fields["client"] == "127.0.0.1" })
        #expect(events.map(\.event) == ["sign_in", "sign_out", "sign_in", "sign_out"])
        for event in events {
            #expect(event.fields["session"]?.wholeMatch(of: /[0-9a-f]{12}/) != nil)
            #expect(event.fields["user"]?.wholeMatch(of: /[0-9a-f]{16}/) != nil)
            #expect(event.fields["authority"] == "main")
        }
        #expect(events[0].fields["session"] == events[1].fields["session"])
        #expect(events[1].fields["session"] != events[2].fields["session"])
        #expect(Set(events.map { $0.fields["user"] }).count == 1)
        #expect(events[1].fields["stored"] == "store")
    }

    @Test(
        "A refused sign-in is one event with the kind of refusal",
        arguments: [
            (changed { $0.redirect = .error("access_denied") }, "cancelled"),
            (changed { $0.redirect = .error("access_denied", description: "not you") }, "refused_by_provider"),
            (changed { $0.redirect = .error("server_error") }, "refused_by_provider"),
            (
                changed { $0.code = .error("invalid_grant", description: "For alice@people.example.") },
                "refused_by_provider"
            ),
            (changed { $0.code = .error("invalid_client") }, "configuration"),
            (changed { $0.code = .fault(.serverError) }, "provider_failed"),
            (changed { $0.idToken = .wrongIssuer }, "invalid_id_token"),
        ] as [(Misbehaviour, String)])
    func refused(misbehaviour: Misbehaviour, kind: String) async throws {
        let events = try await Self.events { site in
            site.provider.change { $0 = misbehaviour }
            _ = try await site.browser().signIn()
        }
        #expect(events.map(\.event) == ["sign_in_refused"])
        #expect(events.first?.fields["kind"] == kind)
        #expect(events.first?.fields["authority"] == "main")
    }

    @Test("A response that belongs to no sign-in, and a user without a required claim, are refused sign-ins")
    func refusedHere() async throws {
        var options = SiteOptions()
        options.requiredClaims = RequiredClaims([RequiredClaims.Entry(name: "department", value: "sales")])
        let events = try await Self.events(options) { site in
            _ = try await site.browser().get("/auth/openid/return?code=secret-code&state=x")
            _ = try await site.browser().signIn()
        }
        #expect(events.map(\.event) == ["sign_in_refused", "sign_in_refused"])
        #expect(events.map { $0.fields["kind"] } == ["unknown_sign_in", "claim_missing"])
        #expect(!"\(events)".contains("secret-code"))
    }

    @Test("A session that ends without a sign-out is an event with the kind of its end") func ended() async throws {
        let events = try await Self.events { site in
            let (here, _) = (try await site.signedIn(), try await site.signedIn())
            let form = try #require(try await here.get("/sessions").form(to: "/sessions/end-others"))
            _ = try await here.submit(form)
            _ = try await here.signIn()
            let token = try site.provider.logoutToken(subject: nil, session: try Self.session(site))
            _ = try await site.browser().post(
                Self.backChannel, FormBody([("logout_token", token)]), headers: [.secFetchSite: "cross-site"])
            _ = try await site.signedIn()
            let query = FormBody([("iss", site.provider.url.description), ("sid", try Self.session(site))]).encoded
            _ = try await site.browser().get("\(Self.frontChannel)?\(query)")
        }
        let ended = events.filter { $0.event == "session_ended" }
        #expect(
            ended.map { $0.fields["kind"] } == ["ended_elsewhere", "replaced", "back_channel", "front_channel"])
        let started = events.filter { $0.event == "sign_in" }.map { $0.fields["session"] }
        #expect(ended.map { $0.fields["session"] } == [started[1], started[0], started[2], started[3]])
        let user = events.first?.fields["user"]
        #expect(user != nil && ended.map { $0.fields["user"] } == [user, user, nil, nil])
    }

    @Test("A pushed request that is refused is logged once, and the plain requests sign in") func refusedPush()
        async throws
    {
        let events = try await Self.events { site in
            site.provider.change {
                $0.pushedRequests = .offered
                $0.pushedRequestFault = .notFound
            }
            for _ in 0..<2 {
                let response = try await site.browser().signIn()
                #expect(response.location == "/tasks")
            }
            #expect(site.provider.requests(at: .pushedRequest).count == 1)
            #expect(site.provider.problems == [])
        }
        #expect(events.map(\.event) == ["pushed_request_refused", "sign_in", "sign_in"])
        #expect(events[0].fields["authority"] == "main" && events[0].fields["correlation"] != nil)
        #expect(events[0].fields["reason"]?.contains("(status 404: ") == true)
    }

    @Test("A pushed request that is refused and required is an error page that names the setting") func requiredPush()
        async throws
    {
        let events = try await Self.events { site in
            site.provider.change {
                $0.pushedRequests = .required
                $0.pushedRequestFault = .notFound
            }
            let page = try await site.browser().get("/sign-in")
            #expect(page.status == 502 && page.text.contains("pushedRequests"))
        }
        #expect(events.map(\.event) == ["sign_in_refused"] && events[0].fields["kind"] == "configuration")
    }

    @Test("A refused refresh ends the session with an event, and a failed one doesn't") func refreshes() async throws {
        let events = try await Self.events { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.provider.change { $0.refresh = .fault(.serverError) }
            _ = try await browser.get("/tasks")
            site.provider.change { $0.refresh = .error("invalid_grant") }
            _ = try await browser.get("/tasks")
        }
        #expect(events.map(\.event) == ["sign_in", "refresh_failed", "refresh_refused", "session_ended"])
        #expect(events.last?.fields["kind"] == "refused")
        #expect(Set(events.map { $0.fields["session"] }).count == 1)
        #expect(Set(events.map { $0.fields["user"] }).count == 1)
        #expect(events.dropFirst().allSatisfy { $0.fields["correlation"] != nil })
    }

    @Test("A session that its user ends from another browser is an event with the user's digest") func endedOne()
        async throws
    {
        let events = try await Self.events { site in
            let listed = try await site.signedIn().get("/sessions").elements(having: "data-session-id")
            let name = try #require(listed.first?.value), here = try await site.signedIn()
            _ = try await here.submit(try #require(try await here.get("/sessions").form(to: "/sessions/\(name)/end")))
        }
        #expect(events.map(\.event) == ["sign_in", "sign_in", "session_ended"])
        #expect(events.last?.fields["kind"] == "ended_elsewhere")
        #expect(Set(events.map { $0.fields["user"] }).count == 1)
    }

    @Test("A sign-in that the authority doesn't let start is a refused sign-in in the log") func notStarted()
        async throws
    {
        let events = try await Self.events { site in
            site.provider.change { $0.metadataFault = .serverError }
            let page = try await site.browser().get("/sign-in")
            #expect(page.status == 502)
        }
        #expect(events.map(\.event) == ["sign_in_refused"])
        #expect(events.first?.fields["kind"] == "provider_failed")
    }

    @Test("A logout token that was used before is a refused logout in the log") func usedLogoutToken()
        async throws
    {
        let events = try await Self.events { site in
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject)
            for _ in 1...2 {
                _ = try await site.browser().post(
                    Self.backChannel, FormBody([("logout_token", token)]), headers: [.secFetchSite: "cross-site"])
            }
        }
        #expect(events.map(\.event) == ["logout_token_refused"])
        #expect(events.first?.fields["authority"] == "main")
    }

    @Test("An API that refuses the tokens ends the session, and a logout token that doesn't verify ends none")
    func refusals() async throws {
        let events = try await Self.events { site in
            let browser = try await site.signedIn()
            let token = try site.provider.logoutToken(subject: ScriptedUser.alice.subject, .wrongAudience)
            _ = try await site.browser().post(
                Self.backChannel, FormBody([("logout_token", token)]), headers: [.secFetchSite: "cross-site"])
            site.api.respond(always: .unauthorized)
            _ = try await browser.get("/tasks")
        }
        #expect(events.map(\.event) == ["sign_in", "logout_token_refused", "session_ended"])
        #expect(events.last?.fields["kind"] == "refused_by_api")
    }

    @Test("An outage of the store is an event when it starts and when it ends, and a sign-out meanwhile says so")
    func outage() async throws {
        let events = try await Self.events { site in
            let browser = try await site.signedIn()
            let form = try #require(try await browser.tasks().form(to: "/sign-out"))
            site.store.fail()
            try await eventually { site.log.entries.contains { $0.event == "session_store_unreachable" } }
            _ = try await browser.submit(form)
            site.store.recover()
            try await eventually { site.log.entries.contains { $0.event == "session_store_reachable" } }
        }
        // The tokens are revoked after the ending has been stored, when the site may already be shutting down.
        #expect(
            events.map(\.event).filter { $0 != "revocation_failed" } == [
                "sign_in", "session_store_unreachable", "sign_out", "session_store_reachable",
            ])
        #expect(events[2].fields["stored"] == "memory")
    }

    /// The provider's name of the session that it started last.
    private static func session(_ site: Site) throws -> String {
        let token = try #require(site.provider.idTokens.last)
        return try #require(Claims.unverified(ofJWT: token)?[string: "sid"])
    }
}

extension RecordedLog.Entry {
    /// The event's name, if it is one.
    fileprivate var event: String? { fields["event"] }
}
