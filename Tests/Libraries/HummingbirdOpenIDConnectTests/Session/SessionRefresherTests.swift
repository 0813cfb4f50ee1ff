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

@Suite struct SessionRefresherTests {
    private func expectEnded(
        elsewhere: Bool? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: () async throws(SessionRowError) -> SessionRefresher.Refreshed
    ) async {
        do throws(SessionRowError) {
            _ = try await call()
            Issue.record("the session has not ended", sourceLocation: sourceLocation)
        } catch {
            guard case .ended(let isElsewhere) = error else {
                Issue.record(error, sourceLocation: sourceLocation)
                return
            }
            if let elsewhere { #expect(isElsewhere == elsewhere, sourceLocation: sourceLocation) }
        }
    }

    private func kind(_ call: () async throws(SessionRowError) -> SessionRefresher.Refreshed) async
        -> OpenIDConnectError.Kind?
    {
        do throws(SessionRowError) {
            _ = try await call()
        } catch {
            if case .provider(let error) = error { return error.kind }
        }
        return nil
    }

    @Test("A refresh stores the new tokens sealed, before they are used") func refresh() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let tokens = try await sample.site().refresher.refresh(session, unusable: "access-0").tokens
        #expect(tokens.accessToken == AccessToken("access-1", expires: TestClock.start + 3600, margin: 60))
        #expect(tokens.refreshToken == "refresh-1" && tokens.idToken == "head.body.tail")
        #expect(sample.authority.consumed == ["refresh-0"])
        #expect(try await sample.stored(session) == tokens)
        let row = try #require(await sample.store.tokens(of: session.id))
        #expect(row.counter == 1)
        let sealed = String(decoding: row.sealed, as: UTF8.self)
        #expect(!sealed.contains("access-1") && !sealed.contains("refresh-1"))
    }

    @Test("A hundred requests that meet the same token at once share one refresh") func shared() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let refresher = try sample.site().refresher
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["access-1"] && sample.authority.consumed == ["refresh-0"])
    }

    @Test(
        "A request with the cookie from before gets the stored tokens, at another replica too, for as long as it lives")
    func oldCookie() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let next = try await sample.site().refresher.refresh(session, unusable: "access-0")
        sample.clock.advance(by: 3500)
        let again = try await sample.site().refresher.refresh(session, unusable: "access-0")
        #expect(again.tokens == next.tokens && next.isNew && !again.isNew)
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("When the newest token too is refused, the newest refresh token is consumed") func newestIsRefused()
        async throws
    {
        let sample = try Sample()
        let session = try await sample.signedIn()
        _ = try await sample.site().refresher.refresh(session, unusable: "access-0")
        let next = try await sample.site().refresher.refresh(session, unusable: "access-1").tokens
        #expect(next.accessToken.text == "access-2" && sample.authority.consumed == ["refresh-0", "refresh-1"])
    }

    @Test("An authority that refuses the refresh token ends the session, here and in the store") func invalidGrant()
        async throws
    {
        let sample = try Sample(FakeAuthority { _ in .json(#"{"error": "invalid_grant"}"#, status: .badRequest) })
        let session = try await sample.signedIn()
        let site = try sample.site()
        await expectEnded(elsewhere: false) { () async throws(SessionRowError) in
            try await site.refresher.refresh(session, unusable: "access-0")
        }
        #expect(site.rows.cache.ended.contains(session.id))
        #expect(await sample.store.endings(after: 0, now: .distantPast).map(\.id) == [session.id])
    }

    @Test("A refused ID token ends the session also while the store is unreachable, and its grant is revoked")
    func badIDTokenWithoutStore() async throws {
        let store = Mutex<SwitchableSessionStore?>(nil)
        let authority = FakeAuthority { _ in
            store.withLock { $0 }?.fail()
            return .json(
                #"{"token_type": "Bearer", "access_token": "access-1", "refresh_token": "refresh-1", "id_token": "x"}"#)
        }
        let sample = try Sample(authority)
        let session = try await sample.signedIn()
        let switchable = SwitchableSessionStore(sample.store)
        store.withLock { $0 = switchable }
        let site = try sample.site(switchable)
        await expectEnded(elsewhere: false) { () async throws(SessionRowError) in
            try await site.refresher.refresh(session, unusable: "access-0")
        }
        #expect(site.rows.cache.ended.contains(session.id) && authority.revoked == ["refresh-1"])
        switchable.recover()
        try await site.rows.cache.pending.write(
            to: switchable, now: Date(timeIntervalSince1970: TimeInterval(sample.now)))
        #expect(await sample.store.endings(after: 0, now: .distantPast).map(\.id) == [session.id])
    }

    @Test(
        "An authority that can't be reached ends nothing",
        arguments: [
            (TransportError.Kind.timedOut, OpenIDConnectError.Kind.providerTimedOut),
            (.unreachable, .providerUnreachable),
        ])
    func unreachable(_ failure: TransportError.Kind, _ expected: OpenIDConnectError.Kind) async throws {
        let sample = try Sample(FakeAuthority { _ in throw TransportError(failure, "test") })
        let session = try await sample.signedIn()
        let site = try sample.site()
        let found = await kind { () async throws(SessionRowError) in
            try await site.refresher.refresh(session, unusable: "access-0")
        }
        #expect(found == expected && !site.rows.cache.ended.contains(session.id))
    }

    @Test("A new refresh token whose ID token can't be verified just now is stored for the next try")
    func keysUnreachable()
        async throws
    {
        let areUnreachable = Mutex(false)
        let authority = FakeAuthority { form in
            guard form[single: "refresh_token"] == "refresh-0" else {
                return .json(#"{"token_type": "Bearer", "access_token": "access-2", "expires_in": 3600}"#)
            }
            areUnreachable.withLock { $0 = true }
            return .json(
                #"{"token_type": "Bearer", "access_token": "access-1", "refresh_token": "refresh-1","#
                    + #" "id_token": "eyJhbGciOiJSUzI1NiJ9.e30.AA"}"#)
        } keys: {
            guard !areUnreachable.withLock({ $0 }) else { throw TransportError(.unreachable, "test") }
            return .json(#"{"keys": []}"#)
        }
        let sample = try Sample(authority)
        let session = try await sample.signedIn()
        let site = try sample.site()
        let found = await kind { () async throws(SessionRowError) in
            try await site.refresher.refresh(session, unusable: "access-0")
        }
        #expect(found == .providerUnreachable && !site.rows.cache.ended.contains(session.id))
        #expect(try await sample.stored(session)?.accessToken.text == "access-0")
        let next = try await site.refresher.refresh(session, unusable: "access-0").tokens
        #expect(next.accessToken.text == "access-2" && authority.consumed == ["refresh-0", "refresh-1"])
    }

    @Test(
        "A new refresh token without an access token that can be used is stored for the next try",
        arguments: [
            #""token_type": "Bearer""#, #""token_type": "mac", "access_token": "a""#, #""access_token": "a""#,
            #""token_type": "Bearer", "access_token": "a b""#,
            #""token_type": "Bearer", "access_token": "a", "id_token": "a b""#,
        ])
    func badTokenResponse(_ members: String) async throws {
        let sample = try Sample(
            FakeAuthority { form in
                form[single: "refresh_token"] == "refresh-0"
                    ? .json(#"{"refresh_token": "refresh-1", \#(members)}"#)
                    : .json(#"{"token_type": "Bearer", "access_token": "access-2"}"#)
            })
        let session = try await sample.signedIn()
        let refresher = try sample.site().refresher
        await #expect(throws: SessionRowError.self) {
            try await refresher.refresh(session, unusable: "access-0")
        }
        #expect(try await sample.stored(session)?.accessToken == session.accessToken)
        #expect(try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text == "access-2")
        #expect(sample.authority.consumed == ["refresh-0", "refresh-1"])
    }

    @Test("A session that has ended is not refreshed, and consumes nothing", arguments: [true, false])
    func ended(_ isKnownHere: Bool) async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let site = try sample.site()
        if isKnownHere {
            _ = await site.rows.end(session.id, until: session.expiryDate)
        } else {
            _ = await sample.store.end(session.id, until: session.expiryDate)
        }
        await expectEnded(elsewhere: true) { () async throws(SessionRowError) in
            try await site.refresher.refresh(session, unusable: "access-0")
        }
        #expect(sample.authority.consumed.isEmpty && site.rows.cache.ended.contains(session.id))
    }

    @Test("A row that doesn't open ends the session: another key's, session's or authority's", arguments: 0..<3)
    func strangeRow(_ kind: Int) async throws {
        let sample = try Sample()
        let session = Session.sample()
        let other = kind == 1 ? Session.sample() : session
        let seal = SessionTokenSeal(codec: try kind == 0 ? .sample(8) : sample.codec, name: "session")
        let tokens = SessionTokens(
            name: "stolen", accessToken: AccessToken("stolen", expires: nil, margin: 0), idToken: "")
        let sealed = try seal.seal(
            tokens, of: other.id, authority: kind == 2 ? "other" : "main", expires: session.expires)
        _ = try await sample.store.insert(session.record, tokens: sealed, replacing: nil)
        let site = try sample.site()
        await expectEnded(elsewhere: false) { () async throws(SessionRowError) in
            try await site.refresher.refresh(session, unusable: "access-0")
        }
        #expect(await sample.store.tokens(of: session.id) == nil && site.rows.cache.ended.contains(session.id))
        #expect(sample.authority.consumed.isEmpty)
    }

    @Test("A session without a refresh token can't be refreshed") func noRefreshToken() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn(refreshToken: nil)
        let site = try sample.site()
        do {
            _ = try await site.refresher.refresh(session, unusable: "access-0")
            Issue.record("it was refreshed")
        } catch {
            guard case .noRefreshToken = error else { throw error }
        }
        #expect(!site.rows.cache.ended.contains(session.id))
    }

    @Test("Without the store no refresh token is consumed, because its result could be lost") func storeUnreachable()
        async throws
    {
        let sample = try Sample()
        let session = try await sample.signedIn()
        for calls in [SwitchableSessionStore.Call.allCases.map(\.self), [.acquireLease]] {
            let store = SwitchableSessionStore(sample.store)
            store.fail(Set(calls))
            let refresher = try sample.site(store).refresher
            do throws(SessionRowError) {
                _ = try await refresher.refresh(session, unusable: "access-0")
                Issue.record("it was refreshed")
            } catch {
                guard case .storeUnavailable = error else { throw error }
            }
        }
        #expect(sample.authority.consumed.isEmpty)
    }

    @Test("A refresh result that can't be stored serves from memory, is stored later, and then serves other replicas")
    func storedLater() async throws {
        let store = Mutex<SwitchableSessionStore?>(nil)
        let authority = FakeAuthority { form in
            store.withLock { $0 }?.fail()
            let number = form[single: "refresh_token"] == "refresh-0" ? 1 : 2
            return .json(
                #"{"token_type": "Bearer", "access_token": "access-\#(number)", "#
                    + #""refresh_token": "refresh-\#(number)", "expires_in": 3600}"#)
        }
        let sample = try Sample(authority)
        let session = try await sample.signedIn()
        let switchable = SwitchableSessionStore(sample.store)
        store.withLock { $0 = switchable }
        let site = try sample.site(switchable)
        let next = try await site.refresher.refresh(session, unusable: "access-0").tokens
        #expect(next.accessToken.text == "access-1")
        // The response didn't reach the browser.
        #expect(try await site.refresher.refresh(session, unusable: "access-0").tokens == next)
        // No further refresh starts while nothing can decide which replica refreshes.
        await #expect(throws: SessionRowError.self) {
            try await site.refresher.refresh(session, unusable: "access-1")
        }
        #expect(authority.consumed == ["refresh-0"])
        switchable.recover()
        let last = try await site.refresher.refresh(session, unusable: "access-1").tokens
        #expect(last.accessToken.text == "access-2" && authority.consumed == ["refresh-0", "refresh-1"])
        switchable.recover()
        try await site.rows.cache.pending.write(to: switchable, now: .distantPast)
        #expect(try await sample.site().refresher.refresh(session, unusable: "access-0").tokens == last)
        #expect(authority.consumed == ["refresh-0", "refresh-1"])
    }

    @Test("If the store is lost while tokens are replaced at two replicas, the session goes on and nothing is revoked")
    func replacedTwiceBeforeAnOutage() async throws {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let store = SwitchableSessionStore(sample.store)
        let site = try sample.site(store)
        let refresh = Task { try await site.refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        // Another replica took this one for dead.
        let row = try #require(await sample.store.tokens(of: session.id))
        #expect(try await sample.store.replaceTokens(of: session.id, with: row.sealed, replacing: row.counter))
        store.fail([.tokens])
        gate.open()
        #expect(try await refresh.value.tokens.accessToken.text == "access-1")
        store.recover()
        // The other replica's tokens count, although this one's have the same number.
        _ = try await site.refresher.refresh(session, unusable: "access-1")
        #expect(sample.authority.consumed == ["refresh-0"])
        #expect(sample.authority.revoked.isEmpty && site.rows.cache.pending.tokens(of: session.id) == nil)
        #expect(await sample.store.tokens(of: session.id) != nil)
    }

    @Test("A change of claims keeps tokens that were refreshed meanwhile") func update() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let refresher = try sample.site().refresher
        _ = try await refresher.refresh(session, unusable: "access-0")
        let changed = try await refresher.update(session.key) { $0.name = "Alicia" }
        #expect(changed.name == "Alicia" && changed.accessToken.text == "access-1")
        #expect(changed.refreshToken == "refresh-1")
        #expect(try await sample.stored(session) == changed)
    }

    @Test("A request that is cancelled doesn't stop the refresh that others wait for") func cancelled() async throws {
        let sample = try Sample(.slow())
        let session = try await sample.signedIn()
        let refresher = try sample.site().refresher
        let first = Task { try await refresher.refresh(session, unusable: "access-0") }
        while sample.authority.consumed.isEmpty { await Task.yield() }
        first.cancel()
        #expect(try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text == "access-1")
        #expect(sample.authority.consumed == ["refresh-0"])
    }
}
