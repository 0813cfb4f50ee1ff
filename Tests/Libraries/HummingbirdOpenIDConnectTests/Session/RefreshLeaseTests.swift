import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// Replicas that share a store and an authority.
@Suite struct RefreshLeaseTests {
    @Test("Replicas that need the same refresh at once refresh once, and all have the result") func once() async throws
    {
        let sample = try Sample(.slow())
        let session = try await sample.signedIn()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                let refresher = try sample.site().refresher
                for _ in 0..<5 {
                    group.addTask { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["access-1"] && sample.authority.consumed == ["refresh-0"])
    }

    @Test(
        "While a dead replica's lease lasts no replica refreshes; then one of the others does", .timeLimit(.minutes(1)))
    func deadOwner() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let lease: Int64 = 12
        #expect(await sample.leased(session, for: lease))
        let store = SwitchableSessionStore(sample.store)
        let refreshers = try (0..<2).map { _ in try sample.site(store, cache: .steady()).refresher }
        try await withThrowingTaskGroup { group in
            for refresher in refreshers {
                group.addTask { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
            }
            try await store.wait(for: .acquireLease, times: 4)
            sample.clock.advance(by: lease - 1)
            try await store.wait(for: .acquireLease, times: 8)
            #expect(sample.authority.consumed.isEmpty)
            sample.clock.advance(by: 1)
            for try await token in group { #expect(token == "access-1") }
        }
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("An expired lease isn't taken over until the store has responded for six seconds", .timeLimit(.minutes(1)))
    func unsteady() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        #expect(await sample.leased(session, for: -60))
        let (store, cache) = (SwitchableSessionStore(sample.store), SessionCache())
        let refresher = try sample.site(store, cache: cache).refresher
        let refresh = Task { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
        try await store.wait(for: .acquireLease, times: 3)
        let start = ContinuousClock.now
        cache.contact.noteResponse(at: start)
        try await store.wait(for: .acquireLease, times: 3)
        #expect(sample.authority.consumed.isEmpty)
        for seconds in stride(from: -6, through: 60, by: 2) {
            cache.contact.noteResponse(at: start + .seconds(seconds))
        }
        #expect(try await refresh.value == "access-1")
    }

    @Test(
        "After an outage that was longer than a lease no replica refreshes again before the result can be stored",
        .timeLimit(.minutes(1)))
    func outage() async throws {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let (store, otherStore) = (SwitchableSessionStore(sample.store), SwitchableSessionStore(sample.store))
        let (site, other) = (try sample.site(store), try sample.site(otherStore))
        let refresh = Task { try await site.refresher.refresh(session, unusable: "access-0").tokens }
        await gate.waitForArrival()
        store.fail()
        gate.open()
        let tokens = try await refresh.value
        sample.clock.advance(by: 60)
        // The other replica reaches the store earlier.
        other.rows.cache.contact.noteResponse()
        let late = Task { try await other.refresher.refresh(session, unusable: "access-0").tokens }
        try await otherStore.wait(for: .acquireLease, times: 10)
        store.recover()
        try await site.rows.cache.pending.write(to: store, now: Date(seconds: sample.now))
        #expect(try await late.value == tokens)
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test(
        "A lease that its owner renews at the last moment isn't taken over, also if it has expired by this clock",
        .timeLimit(.minutes(1)))
    func renewedMeanwhile() async throws {
        let sample = try Sample()
        let session = try await sample.signedIn()
        #expect(await sample.leased(session, for: -60))
        let store = SwitchableSessionStore(sample.store)
        store.precede(.acquireLease) {
            let renewals = Int64(store.count(of: .acquireLease))
            #expect(await sample.leased(session, for: renewals - 60))
        }
        let refresher = try sample.site(store, cache: .steady()).refresher
        let refresh = Task { try await refresher.refresh(session, unusable: "access-0").tokens.accessToken.text }
        try await store.wait(for: .acquireLease, times: 8)
        #expect(sample.authority.consumed.isEmpty)
        store.precede(.acquireLease, by: nil)
        #expect(try await refresh.value == "access-1")
    }

    @Test("A replica whose refresh failed releases its lease at once") func failure() async throws {
        let sample = try Sample(FakeAuthority { _ in throw TransportError(.unreachable, "test") })
        let session = try await sample.signedIn()
        for _ in 0..<2 {
            await #expect(throws: SessionRowError.self) {
                try await sample.site().refresher.refresh(session, unusable: "access-0")
            }
            #expect(await sample.store.tokens(of: session.id)?.leasedUntil == nil)
        }
        #expect(sample.authority.consumed == ["refresh-0", "refresh-0"])
    }

    @Test(
        "A lease lasts for the authority's timeout and two seconds, and for ten at least",
        arguments: [(0.5, 10), (7, 10), (9, 11), (30, 32)] as [(Double, Int64)])
    func length(timeout: Double, lease: Int64) async throws {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let refresher = try sample.site(timeout: .seconds(timeout)).refresher
        let refresh = Task { try await refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        #expect(await sample.store.tokens(of: session.id)?.leasedUntil == Date(seconds: TestClock.start + lease))
        gate.open()
        _ = try await refresh.value
    }

    @Test(
        "A lease is renewed each second while the refresh takes longer, also after a renewal that failed",
        .timeLimit(.minutes(1)))
    func renewal() async throws {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let store = SwitchableSessionStore(sample.store)
        let site = try sample.site(store)
        let refresh = Task { try await site.refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        store.fail([.acquireLease])
        sample.clock.advance(by: 5)
        let start = ContinuousClock.now
        try await store.wait(for: .acquireLease)
        #expect(await sample.store.tokens(of: session.id)?.leasedUntil == Date(seconds: TestClock.start + 12))
        store.recover()
        // When the second call starts, the first has ended.
        try await store.wait(for: .acquireLease, times: 2)
        #expect(await sample.store.tokens(of: session.id)?.leasedUntil == Date(seconds: TestClock.start + 17))
        // A third of the lease for each of the three would be twelve.
        #expect(start.duration(to: .now) < .seconds(8))
        gate.open()
        _ = try await refresh.value
    }

    @Test("A replica whose refresh is refused ends the session for the replicas that wait") func refused() async throws
    {
        let sample = try Sample(.slow(.json(#"{"error": "invalid_grant"}"#, status: .badRequest)))
        let session = try await sample.signedIn()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(throws: SessionRowError.self) {
                        try await sample.site().refresher.refresh(session, unusable: "access-0")
                    }
                }
            }
        }
        #expect(sample.authority.consumed == ["refresh-0"])
    }

    @Test("Ending a session waits for no refresh at another replica, which revokes what it gets") func endedFirst()
        async throws
    {
        let gate = Gate()
        let sample = try Sample(.held(by: gate))
        let session = try await sample.signedIn()
        let other = try sample.site()
        let refresh = Task { try await other.refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        let ended = try await sample.site().rows.end(session.id, until: session.expiryDate)
        #expect(ended.place == .store && sample.authority.revoked.isEmpty)
        #expect(await sample.store.endings(after: 0, now: .distantPast).map(\.id) == [session.id])
        gate.open()
        await #expect(throws: SessionRowError.self) { try await refresh.value }
        #expect(sample.authority.revoked == ["refresh-1"])
    }

    @Test("Ending a session returns the tokens of a refresh that another replica has stored") func endedAfter()
        async throws
    {
        let sample = try Sample()
        let session = try await sample.signedIn()
        let tokens = try await sample.site().refresher.refresh(session, unusable: "access-0").tokens
        let site = try sample.site()
        let ended = await site.rows.end(session.id, until: session.expiryDate)
        #expect(ended.tokens.flatMap { site.rows.seal.open($0, of: session.id, now: sample.now) } == tokens)
    }

    @Test("A change of claims at one replica waits for a refresh at another, and undoes nothing") func update()
        async throws
    {
        let sample = try Sample(.slow())
        let session = try await sample.signedIn()
        async let refreshed = sample.site().refresher.refresh(session, unusable: "access-0").tokens
        while sample.authority.consumed.isEmpty { await Task.yield() }
        let changed = try await sample.site().refresher.update(session.key) { $0.name = "Alicia" }
        #expect(changed.name == "Alicia" && changed.accessToken.text == "access-1")
        #expect(try await refreshed.accessToken == changed.accessToken)
        #expect(await sample.store.tokens(of: session.id)?.counter == 2)
    }

    @Test("A replica whose lease was taken over uses the tokens that another has stored meanwhile") func superseded()
        async throws
    {
        let gate = Gate()
        let sample = try Sample(
            FakeAuthority { form in
                guard form[single: "refresh_token"] == "refresh-0" else { return .json("{}", status: .badRequest) }
                await gate.pass()
                return .json(#"{"error": "invalid_grant"}"#, status: .badRequest)
            })
        let session = try await sample.signedIn()
        let slow = try sample.site()
        let refresh = Task { try await slow.refresher.refresh(session, unusable: "access-0").tokens }
        await gate.waitForArrival()
        var tokens = try #require(try await sample.stored(session))
        tokens.accessToken = AccessToken("access-9", expires: nil, margin: 0)
        let sealed = try slow.rows.seal.seal(tokens, of: session.id, authority: "main", expires: session.expires)
        #expect(try await sample.store.replaceTokens(of: session.id, with: sealed, replacing: 0))
        gate.open()
        #expect(try await refresh.value == tokens)
        #expect(!slow.rows.cache.ended.contains(session.id))
    }
}

extension Sample {
    /// Acquires or renews another replica's lease for so many seconds.
    fileprivate func leased(_ session: Session, for seconds: Int64) async -> Bool {
        await store.acquireLease(
            of: session.id, replacing: 0, by: [1], until: Date(seconds: now + seconds), takingOver: nil) == .acquired
    }
}
