import FoundationEssentials
import SiteTesting
import TestSupport
import Testing

@testable import SessionStorage

@Suite struct PendingWritesTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)
    private let store = SwitchableSessionStore()
    private let id = SessionID()

    private func tokens(_ counter: Int64) -> StoredTokens {
        StoredTokens(authority: "main", counter: counter, sealed: [UInt8(counter)])
    }

    /// Inserts a session, whose tokens have the counter 0.
    private func insert(_ id: SessionID) async throws {
        _ = try await store.insert(.sample(id, at: now), tokens: [0], replacing: nil)
    }

    @Test("Writes that the store doesn't take wait, and are stored once it takes them") func waits() async throws {
        let pending = PendingWrites()
        let other = SessionID()
        try await insert(other)
        await pending.end(id, until: now + 60)
        pending.store(tokens(1), of: other, until: now + 60)
        store.fail()
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) {
            try await pending.write(to: store, now: now)
        }
        #expect(pending.count == 2)
        store.recover()
        try await pending.write(to: store, now: now)
        #expect(pending.count == 0 && pending.tokens(of: other) == nil)
        #expect(try await store.endings(after: 0, now: now).map(\.id) == [id])
        #expect(try await store.tokens(of: other) == tokens(1))
        #expect(pending.takeRevocable().isEmpty)
    }

    @Test("An ending that waited counts as lost if the store has taken it and lacks it later") func noted() async throws
    {
        let (pending, ended) = (PendingWrites(), EndedSessions())
        ended.insert(id, until: now + 60)
        await pending.end(id, until: now + 60)
        try await pending.write(to: store, now: now, noting: ended)
        let next = MemorySessionStore()
        ended.doubt()
        try await ended.catchUp(with: next, now: now)
        #expect(try await ended.restore(to: next, now: now) { _, _ in } == 1)
    }

    @Test("The waiting tokens of one session are stored without the waiting writes of others") func one() async throws {
        let pending = PendingWrites()
        let other = SessionID()
        for session in [id, other] {
            try await insert(session)
            pending.store(tokens(1), of: session, until: now + 60)
        }
        await pending.end(SessionID(), until: now + 60)
        try await pending.writeTokens(of: id, to: store, now: now)
        #expect(try await store.tokens(of: id) == tokens(1) && pending.tokens(of: id) == nil)
        #expect(pending.count == 2 && store.count(of: .end) == 0 && store.count(of: .replaceTokens) == 1)
        try await pending.writeTokens(of: id, to: store, now: now)
        #expect(store.count(of: .replaceTokens) == 1)
    }

    @Test("Waiting writes of a session that has expired meanwhile are not stored") func over() async throws {
        let pending = PendingWrites()
        await pending.end(id, until: now)
        pending.store(tokens(1), of: SessionID(), until: now)
        try await pending.write(to: store, now: now)
        #expect(pending.count == 0)
        #expect(store.count(of: .end) == 0 && store.count(of: .replaceTokens) == 0)
        #expect(pending.takeRevocable().isEmpty)
    }

    @Test("Of a session's tokens the newest wait, and none of a session that ends") func newest() async {
        let pending = PendingWrites()
        for counter in [4, 6, 5] as [Int64] { pending.store(tokens(counter), of: id, until: now + 60) }
        #expect(pending.tokens(of: id) == tokens(6))
        #expect(await pending.end(id, until: now + 60).tokens == tokens(6), "its caller revokes them")
        #expect(!pending.store(tokens(7), of: id, until: now + 60))
        #expect(pending.tokens(of: id) == nil)
    }

    @Test("Newer tokens that come while older ones wait are stored in their place") func newerMeanwhile() async throws {
        let pending = PendingWrites()
        try await insert(id)
        pending.store(tokens(1), of: id, until: now + 60)
        store.fail([.replaceTokens])
        try? await pending.write(to: store, now: now)
        pending.store(tokens(2), of: id, until: now + 60)
        store.recover()
        try await pending.write(to: store, now: now)
        #expect(try await store.tokens(of: id)?.sealed == [2])
        #expect(pending.count == 0)
    }

    @Test("The sid of a refreshed ID token waits with its tokens") func providerSession() async throws {
        let pending = PendingWrites()
        try await insert(id)
        var waiting = tokens(1)
        waiting.providerSession = "refreshed"
        pending.store(waiting, of: id, until: now + 60)
        try await pending.write(to: store, now: now)
        #expect(try await store.tokens(of: id) == tokens(1))
        let ended = try await store.endAll(.providerSession("refreshed", issuer: "i", authority: nil))
        #expect(ended.map(\.id) == [id])
    }

    @Test("Tokens that the store has newer ones for are dropped, those of a session that has ended are revoked")
    func superseded() async throws {
        let pending = PendingWrites()
        let ended = SessionID()
        for id in [id, ended] {
            try await insert(id)
            pending.store(tokens(1), of: id, until: now + 60)
        }
        #expect(try await store.replaceTokens(of: id, with: [9], replacing: 0))
        _ = try await store.end(ended, until: now + 60)
        try await pending.write(to: store, now: now)
        #expect(try await store.tokens(of: id)?.sealed == [9])
        let revocable = pending.takeRevocable()
        #expect(revocable.map(\.0) == [ended] && revocable.map(\.1) == [tokens(1)])
    }

    @Test("An ending that waited hands over the tokens that the store had, once") func revocable() async throws {
        let pending = PendingWrites()
        try await insert(id)
        for id in [id, SessionID()] { await pending.end(id, until: now + 60) }
        try await pending.write(to: store, now: now)
        let revocable = pending.takeRevocable()
        #expect(revocable.map(\.0) == [id] && revocable.map(\.1.sealed) == [[0]])
        #expect(pending.takeRevocable().isEmpty)
    }

    @Test("The number of writes that wait is bounded") func bounded() async {
        let pending = PendingWrites(capacity: 3)
        for _ in 0..<10 {
            await pending.end(SessionID(), until: now + 60)
            pending.store(tokens(1), of: SessionID(), until: now + 60)
        }
        #expect(pending.count == 6)
    }

    @Test("Endings that an earlier process left are known at once, and gone from disk once the store has them")
    func restored() async throws {
        let folder = try TemporaryFolder()
        await PendingWrites(file: PendingEndingsFile(folder: folder.path)).end(id, until: now + 60)
        var cache = try await SessionCache(folder: folder.path)
        // The lock of the earlier process goes a moment after its last call.
        try await eventually {
            if cache.pending.count == 0 { cache = try await SessionCache(folder: folder.path) }
            return cache.pending.count > 0
        }
        #expect(cache.ended.contains(id) && cache.pending.count == 1)
        store.fail()
        try? await cache.pending.write(to: store, now: now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        store.recover()
        try await cache.pending.write(to: store, now: now)
        #expect(try await store.endings(after: 0, now: now).map(\.id) == [id])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(cache.ended.contains(id))
    }

    @Test("An ending says whether it outlives the process") func durability() async throws {
        let folder = try TemporaryFolder()
        #expect(await PendingWrites(file: PendingEndingsFile(folder: folder.path)).end(id, until: now + 60).isOnDisk)
        let missing = PendingEndingsFile(folder: "\(folder.path)/none")
        #expect(await !PendingWrites(file: missing).end(id, until: now + 60).isOnDisk)
        #expect(await !PendingWrites().end(id, until: now + 60).isOnDisk)
    }
}
