import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycleTestKit
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// Sessions, and programs, that end while the authority keeps a refresh waiting.
@Suite(.timeLimit(.minutes(1))) struct EndDuringRefreshTests {
    private let gate: Gate
    private let sample: Sample
    private let store: SwitchableSessionStore
    private let site: WebSignIn

    init() throws {
        gate = Gate()
        sample = try Sample(.held(by: gate))
        store = SwitchableSessionStore(sample.store)
        site = try sample.site(store)
    }

    /// A session whose refresh has arrived at the authority; the gate lets it go on.
    private func refreshing() async throws -> (Session, Task<SessionRefresher.Refreshed, any Error>) {
        let session = try await sample.signedIn()
        let refresh = Task { try await site.refresher.refresh(session, unusable: "access-0") }
        await gate.waitForArrival()
        return (session, refresh)
    }

    @Test("A sign-out doesn't wait long for a refresh, which revokes what it gets")
    func signOut() async throws {
        let (session, refresh) = try await refreshing()
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:3000", path: "/sign-out")
        let response = try await site.signOut(
            Request(head: head, body: RequestBody(buffer: ByteBuffer())), in: RequestSession(session, at: site),
            logger: .silent)
        #expect(response.status == .seeOther && sample.authority.revoked == ["refresh-0"])
        gate.open()
        await #expect(throws: SessionRowError.self) { try await refresh.value }
        #expect(sample.authority.revoked == ["refresh-0", "refresh-1"])
    }

    @Test("A session that ends during a refresh stays ended, and the new tokens are revoked")
    func end() async throws {
        let (session, refresh) = try await refreshing()
        let ended = await site.rows.end(session.id, until: session.expiryDate)
        #expect(
            ended.tokens.flatMap { site.rows.seal.open($0, of: session.id, now: sample.now) }?.refreshToken
                == "refresh-0")
        #expect(ended.place == .store)
        gate.open()
        await #expect(throws: SessionRowError.self) { try await refresh.value }
        #expect(sample.authority.revoked == ["refresh-1"])
        #expect(await sample.store.tokens(of: session.id) == nil)
    }

    @Test("The end of the program waits for a refresh, whose tokens are stored")
    func endOfProgram() async throws {
        let (session, refresh) = try await refreshing()
        try await testGracefulShutdown { trigger in
            let end = Task { [site] in
                try await site.run()
                return ContinuousClock.now
            }
            trigger.triggerGracefulShutdown()
            // Without a refresh to wait for, a program has ended nine times over.
            let other = try sample.site()
            for _ in 0..<9 { try await other.run() }
            let opening = ContinuousClock.now
            gate.open()
            #expect(try await end.value > opening)
        }
        #expect(try await sample.stored(session)?.accessToken.text == "access-1")
        _ = try await refresh.value
    }

    @Test("The end of the program doesn't wait for an authority that never responds")
    func endOfProgramWithoutAuthority() async throws {
        let (_, refresh) = try await refreshing()
        try await testGracefulShutdown { trigger in
            trigger.triggerGracefulShutdown()
            try await site.run()
        }
        gate.open()
        _ = try await refresh.value
    }

    @Test("If the store is unreachable, the end waits for no refresh, whose tokens are revoked as they come")
    func endWithoutStore() async throws {
        let (session, refresh) = try await refreshing()
        store.fail()
        let ended = await site.rows.end(session.id, until: session.expiryDate)
        #expect(ended.tokens == nil && ended.place == .memory)
        gate.open()
        await #expect(throws: SessionRowError.self) { try await refresh.value }
        #expect(sample.authority.revoked == ["refresh-1"])
        store.recover()
        try await site.rows.cache.pending.write(to: store, now: .distantPast)
        #expect(await sample.store.endings(after: 0, now: .distantPast).map(\.id) == [session.id])
    }
}
