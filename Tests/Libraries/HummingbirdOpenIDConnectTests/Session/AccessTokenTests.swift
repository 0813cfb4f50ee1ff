import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SessionStorage
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct AccessTokenTests {
    /// An API that accepts some tokens and refuses the others.
    private final class API: Transport {
        private let seen = Mutex<[String]>([])
        private let accepted: Set<String>

        init(accepts accepted: Set<String>) {
            self.accepted = accepted
        }

        var tokens: [String] { seen.withLock { $0 } }

        func call(for session: RequestSession) async throws {
            let url = try #require(HTTPURL("http://localhost:3002/tasks"))
            _ = try await BearerTransport(base: self, session: session).send(TransportRequest(.get, url))
        }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            let token = String((request.head.headerFields[.authorization] ?? "").dropFirst("Bearer ".count))
            seen.withLock { $0.append(token) }
            return TransportResponse(status: accepted.contains(token) ? .ok : .unauthorized)
        }
    }

    private func slot(_ session: Session?, at site: WebSignIn) -> RequestSession {
        RequestSession(session, at: site)
    }

    private func isCleared(_ slot: RequestSession) -> Bool {
        if case .cleared = slot.change { true } else { false }
    }

    private func hasEndedElsewhere(_ slot: RequestSession) -> Bool {
        if case .endedElsewhere = slot.change { true } else { false }
    }

    private func expect(
        _ kind: SignInError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
    ) async {
        do {
            try await call()
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? SignInError)?.kind == kind, "\(error)", sourceLocation: sourceLocation)
        }
    }

    private let refused = SignInError.Kind.accessTokenRefused(isRepeated: false)

    @Test("A valid access token is used without a request to the store, and no cookie is set") func valid()
        async throws
    {
        let sample = try Sample(), api = API(accepts: ["access-0"])
        let store = SwitchableSessionStore(sample.store, isAvailable: false)
        let slot = slot(.sample(), at: try sample.site(store))
        try await api.call(for: slot)
        #expect(api.tokens == ["access-0"] && sample.authority.consumed.isEmpty && slot.change.isNone)
        #expect(store.count(of: .tokens) == 0)
    }

    @Test("An access token about to expire is refreshed first") func expiring() async throws {
        let sample = try Sample(), api = API(accepts: ["access-1"])
        let slot = slot(try await sample.signedIn(.expiring(in: 30)), at: try sample.site())
        try await api.call(for: slot)
        #expect(api.tokens == ["access-1"] && sample.authority.consumed == ["refresh-0"])
        #expect(slot.current?.accessToken.text == "access-1")
    }

    @Test(
        "With a refreshed token that is too large for cookies the API isn't called, or with the old one if it is valid",
        arguments: [30, -1])
    func tooLarge(secondsLeft: Int64) async throws {
        let large = String(repeating: "x", count: 12_500)
        let sample = try Sample(
            FakeAuthority { _ in .json(#"{"token_type": "Bearer", "access_token": "\#(large)", "expires_in": 3600}"#) })
        let api = API(accepts: ["access-0"])
        let slot = slot(try await sample.signedIn(.expiring(in: secondsLeft)), at: try sample.site())
        if secondsLeft > 0 {
            try await api.call(for: slot)
            #expect(api.tokens == ["access-0"])
        } else {
            await #expect { try await api.call(for: slot) } throws: { ($0 as? SignInError)?.kind == .sessionTooLarge }
            #expect(api.tokens == [])
        }
        #expect(slot.change.isNone)
    }

    @Test("After a 401 there is one refresh and one more try") func refusedOnce() async throws {
        let sample = try Sample(), api = API(accepts: ["access-1"])
        let slot = slot(try await sample.signedIn(), at: try sample.site())
        try await api.call(for: slot)
        #expect(api.tokens == ["access-0", "access-1"] && sample.authority.consumed == ["refresh-0"])
    }

    @Test("A second 401 ends the session", arguments: [false, true]) func refusedTwice(_ wasRefreshed: Bool)
        async throws
    {
        let sample = try Sample(), api = API(accepts: [])
        let site = try sample.site()
        let session = try await sample.signedIn()
        if wasRefreshed { _ = try await sample.site().refresher.refresh(session, unusable: "access-0") }
        let slot = slot(session, at: site)
        await expect(refused) { try await api.call(for: slot) }
        #expect(api.tokens == ["access-0", "access-1"] + (wasRefreshed ? ["access-2"] : []))
        #expect(isCleared(slot) && site.rows.cache.ended.contains(session.id))
    }

    @Test("Tokens from another request's refresh don't count as the one refresh after a 401") func refusedFromBefore()
        async throws
    {
        let sample = try Sample(), api = API(accepts: ["access-2"])
        let session = try await sample.signedIn()
        _ = try await sample.site().refresher.refresh(session, unusable: "access-0")
        let slot = slot(session, at: try sample.site())
        try await api.call(for: slot)
        #expect(api.tokens == ["access-0", "access-1", "access-2"])
        #expect(
            sample.authority.consumed == ["refresh-0", "refresh-1"] && slot.current?.accessToken.text == "access-2")
    }

    @Test(
        "Requests with the cookies before and after a refresh meet a 401 at two replicas: one refresh serves them all")
    func twoCookies() async throws {
        let sample = try Sample(), api = API(accepts: ["access-2"])
        let before = try await sample.signedIn()
        let after = before.with(try await sample.site().refresher.refresh(before, unusable: "access-0").tokens)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for site in [try sample.site(), try sample.site()] {
                for session in [before, after, before, after] {
                    let slot = slot(session, at: site)
                    group.addTask {
                        try await api.call(for: slot)
                        #expect(slot.current?.accessToken.text == "access-2")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(sample.authority.consumed == ["refresh-0", "refresh-1"])
    }

    @Test("Without a refresh token the first 401 ends the session") func noRefreshToken() async throws {
        let sample = try Sample(), api = API(accepts: [])
        let slot = slot(try await sample.signedIn(.sparse(), refreshToken: nil), at: try sample.site())
        await expect(refused) { try await api.call(for: slot) }
        #expect(api.tokens == ["access-0"] && isCleared(slot))
    }

    @Test("Without a refresh token the session lasts as long as the access token", arguments: [(30, true), (0, false)])
    func noRefreshTokenAtExpiry(_ seconds: Int64, _ isValid: Bool) async throws {
        let sample = try Sample(), api = API(accepts: ["access-0"])
        let session = try await sample.signedIn(.expiring(in: seconds), refreshToken: nil)
        let slot = slot(session, at: try sample.site())
        if isValid {
            try await api.call(for: slot)
            #expect(slot.change.isNone)
        } else {
            await expect(.notSignedIn) { try await api.call(for: slot) }
            #expect(isCleared(slot) && api.tokens.isEmpty)
            #expect(await sample.store.tokens(of: session.id) == nil)
        }
    }

    @Test("A refusal right after the sign-in that a refusal caused is an error page, and the session stays")
    func again()
        async throws
    {
        let sample = try Sample(), api = API(accepts: [])
        let site = try sample.site()
        let session = Session.sparse(cause: .refusedAccessToken, started: TestClock.start - 5)
        let slot = slot(try await sample.signedIn(session, refreshToken: nil), at: site)
        await expect(.accessTokenRefused(isRepeated: true)) { try await api.call(for: slot) }
        #expect(slot.change.isNone && !site.rows.cache.ended.contains(session.id))
    }

    @Test("A refusal for which the authority then refuses the refresh is no loop either") func againWithoutRefresh()
        async throws
    {
        let sample = try Sample(FakeAuthority { _ in .json(#"{"error": "invalid_grant"}"#, status: .badRequest) })
        for cause in [Session.Cause.refusedAccessToken, .interactionAfterRefusal] {
            let session = Session.sparse(cause: cause, started: TestClock.start - 5)
            let slot = slot(try await sample.signedIn(session), at: try sample.site())
            await expect(.accessTokenRefused(isRepeated: true)) { try await API(accepts: []).call(for: slot) }
        }
    }

    @Test("A token that expires when it is issued is used if there is no refresh token") func expiredAtOnce()
        async throws
    {
        let sample = try Sample(), api = API(accepts: ["access-0"])
        let session = Session.sample(
            started: TestClock.start, token: AccessToken("access-0", expires: TestClock.start, margin: 0))
        let slot = slot(try await sample.signedIn(session, refreshToken: nil), at: try sample.site())
        try await api.call(for: slot)
        #expect(api.tokens == ["access-0"] && slot.change.isNone)
    }

    @Test("A refusal long after a sign-in that a refusal caused leads to sign-in once more") func muchLater()
        async throws
    {
        let sample = try Sample(), api = API(accepts: [])
        let session = Session.sparse(cause: .refusedAccessToken, started: TestClock.start - 3600)
        let slot = slot(try await sample.signedIn(session, refreshToken: nil), at: try sample.site())
        await expect(refused) { try await api.call(for: slot) }
        #expect(isCleared(slot))
    }

    @Test(
        "A refusal after the API has accepted a token of that sign-in leads to sign-in, however soon",
        arguments: [0, 1])
    func accepted(_ refreshes: Int) async throws {
        let sample = try Sample()
        let session = Session.sample(started: TestClock.start - 5, cause: .refusedAccessToken)
        let slot = slot(try await sample.signedIn(session), at: try sample.site())
        try await API(accepts: ["access-\(refreshes)"]).call(for: slot)
        await expect(refused) { try await API(accepts: []).call(for: slot) }
        #expect(isCleared(slot))
    }

    @Test("If the authority refuses a refresh, the session has ended", arguments: [true, false])
    func invalidGrant(_ isExpired: Bool) async throws {
        let sample = try Sample(FakeAuthority { _ in .json(#"{"error": "invalid_grant"}"#, status: .badRequest) })
        let site = try sample.site()
        let session = try await sample.signedIn(isExpired ? .expiring(in: 0) : .sample())
        let slot = slot(session, at: site)
        await expect(isExpired ? .notSignedIn : refused) { try await API(accepts: []).call(for: slot) }
        #expect(isCleared(slot) && site.rows.cache.ended.contains(session.id))
    }

    @Test(
        "A session that another request ended during its refresh leaves the browser's cookie alone",
        arguments: [true, false], [true, false])
    func endedElsewhere(_ isExpired: Bool, _ isRefused: Bool) async throws {
        let gate = Gate()
        let sample = try Sample(
            isRefused
                ? .held(by: gate, .json(#"{"error": "invalid_grant"}"#, status: .badRequest)) : .held(by: gate))
        let session = try await sample.signedIn(isExpired ? .expiring(in: 0) : .sample())
        let slot = slot(session, at: try sample.site())
        let call = Task { try await API(accepts: []).call(for: slot) }
        await gate.waitForArrival()
        // By another replica, of which this one doesn't know yet.
        _ = await sample.store.end(session.id, until: .distantFuture)
        gate.open()
        await expect(isExpired ? .notSignedIn : refused) { try await call.value }
        #expect(hasEndedElsewhere(slot) && slot.current == nil)
    }

    @Test(
        "A valid token is used, whatever the token endpoint responds but a refusal",
        arguments: [
            (#"{"error": "invalid_client"}"#, 400), (#"{"error": "interaction_required"}"#, 400),
            (#"{"error": "invalid_grant", "error_codes": [70043]}"#, 400), ("", 503), ("", 429), ("<html>", 200),
            (#"{"error": "server_error"}"#, 500), (#"{"access_token": "access-1", "token_type": "mac"}"#, 200),
        ])
    func stillValid(_ body: String, _ status: Int) async throws {
        let sample = try Sample(FakeAuthority { _ in .json(body, status: .init(code: status)) })
        let site = try sample.site(), api = API(accepts: ["access-0"])
        let session = try await sample.signedIn(.expiring(in: 30))
        let slot = slot(session, at: site)
        try await api.call(for: slot)
        #expect(slot.change.isNone && !site.rows.cache.ended.contains(session.id))
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("A valid token is used although the store is unreachable, and an expired one gets the error of the store")
    func storeUnreachable()
        async throws
    {
        let sample = try Sample(), api = API(accepts: ["access-0"])
        let site = try sample.site(SwitchableSessionStore(sample.store, isAvailable: false))
        let slot = slot(.expiring(in: 30), at: site)
        try await api.call(for: slot)
        sample.clock.advance(by: 30)
        await expect(.storeUnavailable(isSigningIn: false)) { try await api.call(for: slot) }
        #expect(slot.change.isNone && slot.current != nil)
    }

    @Test(
        "Trouble at the authority is an error once the token has expired, and the session stays",
        arguments: [
            (TransportError.Kind.timedOut, OpenIDConnectError.Kind.providerTimedOut),
            (.unreachable, .providerUnreachable), (.broken, .providerUnreachable),
        ])
    func trouble(_ failure: TransportError.Kind, _ kind: OpenIDConnectError.Kind) async throws {
        let sample = try Sample(FakeAuthority { _ in throw TransportError(failure, "test") })
        let site = try sample.site()
        let session = try await sample.signedIn(.expiring(in: 0))
        let slot = slot(session, at: site)
        do {
            _ = try await slot.accessToken()
            Issue.record("nothing was thrown")
        } catch {
            guard case .provider(let found) = error.kind else { throw error }
            #expect(found.kind == kind)
        }
        #expect(slot.change.isNone && !site.rows.cache.ended.contains(session.id))
    }

    @Test("Errors of a call other than 401 are passed on and cause no refresh") func otherErrors() async throws {
        struct Failure: Error {}
        let sample = try Sample()
        let slot = slot(try await sample.signedIn(), at: try sample.site())
        let api = RecordingTransport { _ in throw Failure() }
        let url = try #require(HTTPURL("http://localhost:3002/tasks"))
        await #expect(throws: Failure.self) {
            try await BearerTransport(base: api, session: slot).send(TransportRequest(.get, url))
        }
        #expect(sample.authority.consumed.isEmpty && slot.change.isNone)
    }

    @Test("A token of 30 seconds isn't refreshed at each request") func shortLife() async throws {
        let sample = try Sample(FakeAuthority(lifetime: 30)), api = API(accepts: ["access-1"])
        let slot = slot(try await sample.signedIn(.expiring(in: 0)), at: try sample.site())
        for _ in 0..<3 { try await api.call(for: slot) }
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test(
        "A token is refreshed a tenth of its life before it expires, at most a minute",
        arguments: [
            (30, 3, true), (30, 4, false), (600, 60, true), (600, 61, false), (3600, 60, true), (3600, 61, false),
        ]
            as [(Int64, Int64, Bool)])
    func margin(_ life: Int64, _ rest: Int64, _ isExpiring: Bool) {
        let token = AccessToken("a", expires: Date(seconds: TestClock.start + life), now: TestClock.start)
        #expect(token.isExpiring(at: TestClock.start + life - rest) == isExpiring)
        #expect(!AccessToken("a", expires: nil, now: TestClock.start).isExpiring(at: .max))
    }

    @Test("Without a session there is no access token") func signedOut() async throws {
        let slot = slot(nil, at: try Sample().site())
        await expect(.notSignedIn) { try await API(accepts: []).call(for: slot) }
        await expect(.notSignedIn) { _ = try await slot.claims() }
        await expect(.notSignedIn) { _ = try await RequestSession().accessToken() }
    }
}
