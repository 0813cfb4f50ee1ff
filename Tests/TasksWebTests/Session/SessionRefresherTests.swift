import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SealedCookies
import SessionRegistry
import Synchronization
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct SessionRefresherTests {
    @Test("A refresh brings new tokens, one generation on, and stores them sealed before anybody uses them")
    func refresh() async throws {
        let site = try TestSite()
        let session = Session.sample()
        let next = try await site.refresher().refresh(session, unusable: "access-0").session
        #expect(next.accessToken == "access-1")
        #expect(next.refreshToken == "refresh-1")
        #expect(next.accessTokenExpiry == TestClock.start + 3600)
        #expect(next.generation == session.generation + 1)
        #expect(next.handle == session.handle && next.idToken == session.idToken && next.end == session.end)
        #expect(site.authority.spent == ["refresh-0"])
        #expect(
            site.memory.generations.isOutdated(session.generation, of: session.handle, at: site.clock.clock.now()),
            "an answer with the old one would put it back")
        let stored = try #require(await site.registry.storedRefresh(of: session.handle))
        #expect(stored.generation == next.generation)
        let sealed = String(decoding: stored.sealed, as: UTF8.self)
        #expect(!sealed.contains("access-1") && !sealed.contains("refresh-1"))
    }

    @Test("A hundred requests that meet the same token at once share one refresh") func shared() async throws {
        let site = try TestSite()
        let refresher = site.refresher()
        let session = Session.sample()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await refresher.refresh(session, unusable: "access-0").session.accessToken }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["access-1"])
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test("A request with the cookie from before takes the stored result, also at another replica") func oldCookie()
        async throws
    {
        let site = try TestSite()
        let session = Session.sample()
        let next = try await site.refresher().refresh(session, unusable: "access-0").session
        site.clock.advance(by: 30)
        let again = try await site.refresher().refresh(session, unusable: "access-0").session
        #expect(again.accessToken == next.accessToken && again.generation == next.generation)
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test("When the newest token too is refused, the newest refresh token is spent") func newestIsRefused() async throws
    {
        let site = try TestSite()
        let session = Session.sample()
        _ = try await site.refresher().refresh(session, unusable: "access-0")
        let next = try await site.refresher().refresh(session, unusable: "access-1").session
        #expect(next.accessToken == "access-2")
        #expect(next.generation == session.generation + 2)
        #expect(site.authority.spent == ["refresh-0", "refresh-1"])
    }

    @Test(
        "An authority that refuses ends the session: here, in the register, and with its stored tokens",
        arguments: [
            #"{"error": "invalid_grant"}"#
        ])
    func invalidGrant(_ body: String) async throws {
        let site = try TestSite(FakeAuthority { _ in .json(body, status: .badRequest) })
        let session = Session.sample()
        await #expect(throws: SessionRefresher.SessionOver.self) {
            try await site.refresher().refresh(session, unusable: "access-0")
        }
        #expect(site.ended.contains(session.handle))
        #expect(await site.registry.endings(after: 0, now: .distantPast).map(\.handle) == [session.handle])
    }

    @Test(
        "An authority that is away, late or talks nonsense ends nothing",
        arguments: [
            (TransportError.Kind.timedOut, OpenIDConnectError.Kind.providerTimedOut),
            (.unreachable, .providerUnreachable),
        ])
    func away(_ fault: TransportError.Kind, _ kind: OpenIDConnectError.Kind) async throws {
        let site = try TestSite(FakeAuthority { _ in throw TransportError(fault, "test") })
        let session = Session.sample()
        do {
            _ = try await site.refresher().refresh(session, unusable: "access-0")
            Issue.record("nothing was thrown")
        } catch {
            #expect((error as? OpenIDConnectError)?.kind == kind)
        }
        #expect(!site.ended.contains(session.handle))
    }

    @Test(
        "A new refresh token whose ID token can't be verified just now is kept for the next try, and its access token is not"
    )
    func keysAway() async throws {
        let areAway = Mutex(false)
        let authority = FakeAuthority { form in
            guard form[single: "refresh_token"] == "refresh-0" else {
                return .json(#"{"token_type": "Bearer", "access_token": "access-2", "expires_in": 3600}"#)
            }
            areAway.withLock { $0 = true }
            return .json(
                #"{"token_type": "Bearer", "access_token": "access-1", "refresh_token": "refresh-1", "id_token": "eyJhbGciOiJSUzI1NiJ9.e30.AA"}"#
            )
        } keys: {
            guard !areAway.withLock({ $0 }) else { throw TransportError(.unreachable, "test") }
            return .json(#"{"keys": []}"#)
        }
        let site = try TestSite(authority)
        let session = Session.sample()
        do {
            _ = try await site.refresher().refresh(session, unusable: "access-0")
            Issue.record("nothing was thrown")
        } catch {
            #expect((error as? OpenIDConnectError)?.kind == .providerUnreachable)
        }
        #expect(!site.ended.contains(session.handle))
        #expect(try await site.refresher().refresh(session, unusable: "access-0").session.accessToken == "access-2")
        #expect(authority.spent == ["refresh-0", "refresh-1"])
    }

    @Test("A session that has ended is not refreshed, and spends nothing") func ended() async throws {
        let site = try TestSite()
        let session = Session.sample()
        await site.register.end(session)
        await #expect(throws: SessionRefresher.SessionOver.self) {
            try await site.refresher().refresh(session, unusable: "access-0")
        }
        #expect(site.authority.spent.isEmpty)
    }

    @Test("A session that ends while its refresh is under way stays ended") func endedMeanwhile() async throws {
        let memory = RegisterMemory()
        let session = Session.sample()
        let authority = FakeAuthority { _ in
            memory.ended.insert(session.handle, until: .distantFuture)
            return .json(#"{"token_type": "Bearer", "access_token": "a", "expires_in": 60}"#)
        }
        let clock = TestClock()
        let refresher = SessionRefresher(
            relyingParty: try authority.relyingParty(clock),
            register: SessionRegister(registry: MemorySessionRegistry(), memory: memory),
            codec: try .test(), clock: clock.clock, logger: .silent)
        await #expect(throws: SessionRefresher.SessionOver.self) {
            try await refresher.refresh(session, unusable: "access-0")
        }
    }

    @Test("A session without a refresh token can't be refreshed") func noRefreshToken() async throws {
        let site = try TestSite()
        await #expect(throws: SessionRefresher.SessionOver.self) {
            try await site.refresher().refresh(.sparse(), unusable: "access-0")
        }
    }

    @Test("Without the register no refresh token is spent, since its result could be lost") func storeUnavailable()
        async throws
    {
        let authority = FakeAuthority()
        let clock = TestClock()
        let refresher = SessionRefresher(
            relyingParty: try authority.relyingParty(clock),
            register: SessionRegister(registry: SwitchableRegistry(isAway: true), memory: RegisterMemory()),
            codec: try .test(), clock: clock.clock, logger: .silent)
        await expectPageError(.storeUnavailable) { try await refresher.refresh(.sample(), unusable: "access-0") }
        #expect(authority.spent.isEmpty)
    }

    @Test("A result that can't be stored serves from memory, is stored later, and then serves at other replicas")
    func storedLater()
        async throws
    {
        let site = try TestSite()
        let registry = SwitchableRegistry(site.registry)
        let authority = FakeAuthority { form in
            registry.takeAway()
            let number = form[single: "refresh_token"] == "refresh-0" ? 1 : 2
            return .json(
                #"{"token_type": "Bearer", "access_token": "access-\#(number)", "refresh_token": "refresh-\#(number)", "expires_in": 3600}"#
            )
        }
        let memory = RegisterMemory()
        let refresher = SessionRefresher(
            relyingParty: try authority.relyingParty(site.clock),
            register: SessionRegister(registry: registry, memory: memory),
            codec: site.codec, clock: site.clock.clock, logger: .silent)
        let session = Session.sample()
        let next = try await refresher.refresh(session, unusable: "access-0").session
        #expect(next.accessToken == "access-1")
        // The answer didn't reach the browser.
        #expect(try await refresher.refresh(session, unusable: "access-0").session == next)
        // No further refresh begins while nothing can decide who asks.
        await expectPageError(.storeUnavailable) { try await refresher.refresh(session, unusable: "access-1") }
        #expect(authority.spent == ["refresh-0"])
        await #expect(throws: SwitchableRegistry.Away.self) {
            try await memory.pending.write(to: registry, now: .distantPast)
        }
        registry.bringBack()
        #expect(try await refresher.refresh(session, unusable: "access-1").session.accessToken == "access-2")
        #expect(authority.spent == ["refresh-0", "refresh-1"])
        registry.bringBack()
        try await memory.pending.write(to: registry, now: .distantPast)
        #expect(memory.pending.count == 0)
        #expect(try await site.refresher().refresh(session, unusable: "access-0").session.accessToken == "access-2")
        #expect(site.authority.spent.isEmpty)
    }

    @Test("What another session's row or another key left there is not taken", arguments: [true, false])
    func strangeRow(_ otherKey: Bool)
        async throws
    {
        let site = try TestSite()
        let session = Session.sample()
        let stranger = Session.sample { ($0.generation, $0.accessToken) = (99, "stolen") }
        let codec = try otherKey ? .test(8) : site.codec
        let row =
            otherKey
            ? Session.sample { ($0.handle, $0.generation, $0.accessToken) = (session.handle, 99, "stolen") } : stranger
        let sealed = try codec.seal(row.bytes, purpose: "latchkey refresh", expires: session.end)
        await site.registry.store(
            StoredRefresh(generation: 99, sealed: Array(sealed.utf8)), of: session.handle, until: .distantFuture)
        #expect(await site.refresher().end(session).newest == session)
    }

    @Test("A change of claims keeps tokens that were refreshed meanwhile") func update() async throws {
        let site = try TestSite()
        let session = Session.sample()
        let refresher = site.refresher()
        _ = try await refresher.refresh(session, unusable: "access-0")
        let changed = try await refresher.update(session) { $0.name = "Alicia" }
        #expect(changed.name == "Alicia" && changed.accessToken == "access-1" && changed.refreshToken == "refresh-1")
        #expect(await refresher.end(session).newest == changed)
    }

    @Test(
        "A session's end is entered before a refresh under way is over, whose tokens are revoked as they come",
        .timeLimit(.minutes(1)),
        arguments: [false, true])
    func endedFirst(_ isAway: Bool) async throws {
        let gate = Gate()
        let site = try TestSite(.held(by: gate))
        let registry = SwitchableRegistry(site.registry)
        let session = Session.sample()
        let refresher = site.refresher(registry)
        let refresh = Task { try await refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        if isAway { registry.takeAway() }
        let end = Task { await refresher.end(session) }
        // A page that says that the register is away doesn't wait for the refresh.
        if isAway { _ = await end.value }
        while !isAway, registry.count(of: .end) == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        gate.open()
        let ended = await end.value
        #expect(ended.newest == session && ended.place == (isAway ? .memory : .database))
        if isAway { _ = try? await refresh.value }
        #expect(site.authority.revoked == ["refresh-1"])
        await #expect(throws: SessionRefresher.SessionOver.self) { try await refresh.value }
        #expect(
            await site.registry.endings(after: 0, now: .distantPast).map(\.handle) == (isAway ? [] : [session.handle]))
    }

    @Test("A request that is cancelled doesn't stop the refresh that others wait for") func cancelled() async throws {
        let site = try TestSite(.slow())
        let session = Session.sample()
        let refresher = site.refresher()
        let first = Task { try await refresher.refresh(session, unusable: "access-0") }
        while site.authority.spent.isEmpty { await Task.yield() }
        first.cancel()
        #expect(try await refresher.refresh(session, unusable: "access-0").session.accessToken == "access-1")
        #expect(site.authority.spent == ["refresh-0"])
    }

    @Test(
        "An access token counts as ended a minute before it is",
        arguments: [(3600, false), (61, false), (60, true), (0, true), (-1, true)])
    func expiring(_ left: Int64, _ isExpiring: Bool) {
        let session = Session.sample { $0.accessTokenExpiry = TestClock.start + left }
        #expect(session.isExpiring(at: TestClock.start) == isExpiring)
        #expect(!Session.sparse().isExpiring(at: .max))
    }
}
