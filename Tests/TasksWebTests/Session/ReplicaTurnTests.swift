import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SealedCookies
import SessionRegistry
import TestSupport
import Testing

@testable import TasksWeb

/// Replicas that share a register and an authority: each has a refresher of its own.
@Suite struct ReplicaTurnTests {
    @Test("Replicas that meet the same token at once ask once, and all have the result") func once() async throws {
        let site = try TestSite(.slow())
        let session = Session.sample()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                let refresher = site.refresher()
                for _ in 0..<5 {
                    group.addTask { try await refresher.refresh(session, unusable: "access-0").session.accessToken }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["access-1"])
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test("While a replica that died still has its turn nobody asks; then one of the others does") func deadAsker()
        async throws
    {
        let site = try TestSite()
        let session = Session.sample()
        let lease = Int64(12)
        let claim = try await site.register.claimRefresh(
            of: session, generation: session.generation, by: [1], lease: lease, now: site.clock.seconds)
        #expect(claim == .granted)
        let registry = SwitchableRegistry(site.registry)
        let refreshers = (0..<2).map { _ in site.refresher(registry) }
        try await withThrowingTaskGroup { group in
            for refresher in refreshers {
                group.addTask { try await refresher.refresh(session, unusable: "access-0").session.accessToken }
            }
            try await registry.wait(for: .claimRefresh, times: 4)
            site.clock.advance(by: lease - 1)
            try await registry.wait(for: .claimRefresh, times: 8)
            #expect(site.authority.spent.isEmpty)
            site.clock.advance(by: 1)
            for try await token in group { #expect(token == "access-1") }
        }
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test("A replica whose ask failed gives its turn back at once: the next one need not wait for the lease")
    func failure() async throws {
        let site = try TestSite(FakeAuthority { _ in throw TransportError(.unreachable, "test") })
        let session = Session.sample()
        for _ in 0..<2 {
            do {
                _ = try await site.refresher().refresh(session, unusable: "access-0")
                Issue.record("nothing was thrown")
            } catch {
                #expect((error as? OpenIDConnectError)?.kind == .providerUnreachable)
            }
        }
        #expect(site.authority.spent == ["refresh-0", "refresh-0"])
    }

    @Test("A replica that was refused ends the session for those that wait") func refused() async throws {
        let site = try TestSite(.slow(.json(#"{"error": "invalid_grant"}"#, status: .badRequest)))
        let session = Session.sample()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(throws: SessionRefresher.SessionOver.self) {
                        try await site.refresher().refresh(session, unusable: "access-0")
                    }
                }
            }
        }
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test(
        "Sign-out at one replica waits for no refresh at another, which revokes what it gets", .timeLimit(.minutes(1)))
    func endedFirst() async throws {
        let gate = Gate()
        let site = try TestSite(.held(by: gate))
        let session = Session.sample()
        let other = SessionRefresher(
            relyingParty: site.relyingParty,
            register: SessionRegister(registry: site.registry, memory: RegisterMemory()),
            codec: site.codec, clock: site.clock.clock, logger: .silent)
        let refresh = Task { try await other.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        let registry = SwitchableRegistry(site.registry)
        let ended = await site.refresher(registry).end(session)
        #expect(registry.count(of: .claimRefresh) == 1)
        #expect(ended.newest == session && ended.place == .database)
        #expect(await site.registry.endings(after: 0, now: .distantPast).map(\.handle) == [session.handle])
        #expect(site.authority.revoked == [])
        gate.open()
        await #expect(throws: SessionRefresher.SessionOver.self) { try await refresh.value }
        #expect(site.authority.revoked == ["refresh-1"])
    }

    @Test("Sign-out sees the tokens of a refresh that another replica has stored") func endedAfter() async throws {
        let site = try TestSite()
        let session = Session.sample()
        let refreshed = try await site.refresher().refresh(session, unusable: "access-0").session
        #expect(await site.refresher().end(session).newest == refreshed)
    }

    @Test("Between the newest tokens' being looked up for a sign-out and its entry no replica begins a refresh")
    func settledFirst()
        async throws
    {
        let site = try TestSite()
        let session = Session.sample()
        let clock = site.clock.clock
        let results = RefreshResults(
            register: site.register, codec: site.codec, users: site.relyingParty.users, clock: clock)
        let turns = ReplicaTurns(register: site.register, results: results, clock: clock, lease: 12)
        #expect(try await turns.newest(of: session) == session)
        let registry = SwitchableRegistry(site.registry)
        let other = SessionRefresher(
            relyingParty: site.relyingParty, register: SessionRegister(registry: registry, memory: RegisterMemory()),
            codec: site.codec, clock: clock, logger: .silent)
        let waiting = Task { try await other.refresh(session, unusable: "access-0") }
        try await registry.wait(for: .claimRefresh, times: 2)
        await site.register.end(session)
        await #expect(throws: SessionRefresher.SessionOver.self) { try await waiting.value }
        #expect(site.authority.spent.isEmpty)
    }

    @Test("A change of claims at one replica waits for a refresh at another, and undoes nothing") func update()
        async throws
    {
        let site = try TestSite(.slow())
        let session = Session.sample()
        async let refreshed = site.refresher().refresh(session, unusable: "access-0").session
        while site.authority.spent.isEmpty { await Task.yield() }
        let changed = try await site.refresher().update(session) { $0.name = "Alicia" }
        #expect(changed.name == "Alicia" && changed.accessToken == "access-1" && changed.refreshToken == "refresh-1")
        #expect(try await changed.generation == refreshed.generation + 1)
    }

    @Test("Tokens that come after the session's end at another replica are revoked, and serve nobody")
    func endedMeanwhile() async throws {
        let registry = MemorySessionRegistry()
        let session = Session.sample()
        let authority = FakeAuthority { _ in
            await registry.end(session.handle, until: .distantFuture)
            return .json(#"{"token_type": "Bearer", "access_token": "a", "refresh_token": "late", "expires_in": 60}"#)
        }
        let clock = TestClock()
        let refresher = SessionRefresher(
            relyingParty: try authority.relyingParty(clock),
            register: SessionRegister(registry: registry, memory: RegisterMemory()),
            codec: try .test(), clock: clock.clock, logger: .silent)
        await #expect(throws: SessionRefresher.SessionOver.self) {
            try await refresher.refresh(session, unusable: "access-0")
        }
        #expect(authority.revoked == ["late"])
        #expect(await registry.storedRefresh(of: session.handle) == nil)
    }

    @Test("A result that nobody can open any more stops no refresh") func unreadable() async throws {
        let site = try TestSite()
        let session = Session.sample()
        let row = Session.sample { ($0.handle, $0.generation) = (session.handle, 9) }
        let sealed = try SealedCookieCodec.test(8).seal(row.bytes, purpose: "latchkey refresh", expires: session.end)
        await site.registry.store(
            StoredRefresh(generation: 9, sealed: Array(sealed.utf8)), of: session.handle, until: .distantFuture)
        let next = try await site.refresher().refresh(session, unusable: "access-0").session
        #expect(next.accessToken == "access-1" && next.generation == 10)
        #expect(try await site.refresher().refresh(session, unusable: "access-0").session == next)
    }
}
