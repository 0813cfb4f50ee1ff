import FoundationEssentials
import Logging
import ServiceLifecycleTestKit
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import SessionStorage

@Suite struct SessionSyncTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// Runs a body while the service runs.
    private func synchronizing(
        _ store: SwitchableSessionStore, _ cache: SessionCache, log: RecordedLog = RecordedLog(),
        now: (@Sendable () -> Date)? = nil,
        revoke: @escaping @Sendable (SessionID, StoredTokens) async -> Void = { _, _ in },
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let time = self.now
        let sync = SessionSync(store: store, cache: cache, logger: log.logger, now: now ?? { time }, revoke: revoke)
        try await withThrowingTaskGroup { group in
            group.addTask { try await sync.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test("A store that can't be reached at the start is read once it can", .timeLimit(.minutes(1))) func awayAtFirst()
        async throws
    {
        let store = SwitchableSessionStore(isAvailable: false)
        let (cache, id) = (SessionCache(), SessionID())
        try await synchronizing(store, cache) {
            try await store.wait(for: .changeCounter, times: 1)
            #expect(!cache.ended.isCaughtUp)
            store.recover()
            _ = try await store.end(id, until: now + 60)
            try await eventually { cache.ended.contains(id) }
            #expect(cache.ended.isCaughtUp)
        }
    }

    @Test("The store's responses are noted, and a failure ends their period", .timeLimit(.minutes(1))) func contact()
        async throws
    {
        let store = SwitchableSessionStore()
        let cache = SessionCache()
        try await synchronizing(store, cache) {
            try await eventually { cache.contact.start != nil }
            store.fail()
            try await eventually { cache.contact.start == nil }
            // A store that can be read but not written isn't good enough for the tokens that wait.
            _ = cache.pending.store(
                StoredTokens(authority: "main", counter: 1, sealed: []), of: SessionID(), until: now + 60)
            store.fail([.replaceTokens])
            try await store.wait(for: .changeCounter, times: 2)
            #expect(cache.contact.start == nil)
            store.recover()
            try await eventually { cache.contact.start != nil }
        }
    }

    @Test(
        "A store that takes no writes counts as unreachable until it takes one, and its endings are read meanwhile",
        .timeLimit(.minutes(1)))
    func unwritable() async throws {
        let store = SwitchableSessionStore()
        let (cache, id, log) = (SessionCache(), SessionID(), RecordedLog())
        store.fail([.check])
        try await synchronizing(store, cache, log: log) {
            try await eventually { log.faults.count == 1 }
            _ = try await store.end(id, until: now + 60)
            try await eventually { cache.ended.contains(id) }
            try await store.wait(for: .changeCounter, times: 2)
            #expect(cache.contact.start == nil)
            store.recover()
            try await eventually { cache.contact.start != nil }
            #expect(log.faults == ["\(StoreEvent.storeUnreachable.message) UnavailableError()"])
        }
    }

    @Test(
        "Writes that the store keeps refusing are logged once each time, and in one line if it can't be reached",
        .timeLimit(.minutes(1)))
    func refusals() async throws {
        let store = SwitchableSessionStore()
        let (cache, log) = (SessionCache(), RecordedLog())
        store.fail([.noteUses, .removeExpired])
        cache.uses.note(SessionID(), last: 0, at: 1_769_860_800)
        let (uses, removal) = (
            "The last uses of sessions can't be stored. UnavailableError()",
            "Expired sessions can't be removed. UnavailableError()"
        )
        try await synchronizing(store, cache, log: log) {
            try await store.wait(for: .noteUses, times: 2)
            try await eventually { log.faults.count == 2 }
            let before = store.count(of: .noteUses)
            store.recover()
            try await eventually { store.count(of: .noteUses) > before }
            store.fail()
            cache.uses.note(SessionID(), last: 0, at: 1_769_860_800)
            try await store.wait(for: .noteUses, times: 2)
            #expect(log.faults.prefix(2).sorted() == [removal, uses])
            #expect(log.faults.count == 3 && log.faults.last?.contains("can't be reached") == true, "\(log.faults)")
        }
    }

    @Test(
        "After the clock was set back, endings are known again whose sessions had seemed expired",
        .timeLimit(.minutes(1)))
    func clockSetBack() async throws {
        let store = SwitchableSessionStore()
        let (cache, id) = (SessionCache(), SessionID())
        let time = Mutex(now + 3600)
        _ = try await store.end(id, until: now + 60)
        // A store in memory knows no clock but this one.
        store.fail([.removeExpired])
        try await synchronizing(store, cache, now: { time.withLock { $0 } }) {
            try await eventually { cache.ended.isCaughtUp }
            #expect(!cache.ended.contains(id))
            time.withLock { $0 = now }
            try await eventually { cache.ended.contains(id) }
        }
    }

    @Test(
        "Waiting writes are stored soon after the store's return, and other replicas learn of them",
        .timeLimit(.minutes(1)))
    func back() async throws {
        let base = MemorySessionStore()
        let (here, there) = (SwitchableSessionStore(base), SwitchableSessionStore(base))
        let (cache, other) = (SessionCache(), SessionCache())
        let (ending, used) = (SessionID(), SessionID())
        _ = try await base.insert(.sample(used, at: now), tokens: [], replacing: nil)
        here.fail()
        await cache.pending.end(ending, until: now + 60)
        cache.uses.note(used, last: 0, at: 1_769_860_800 + 7)
        try await synchronizing(here, cache) {
            try await synchronizing(there, other) {
                try await eventually { other.ended.isCaughtUp }
                try await here.wait(for: .end, times: 1)
                #expect(!other.ended.contains(ending))
                here.recover()
                try await eventually { other.ended.contains(ending) }
                try await eventually { await base.session(used)?.lastUsed == now + 7 }
            }
        }
    }

    @Test(
        "The tokens of a session whose end waited are revoked, once",
        .timeLimit(.minutes(1)))
    func revocation() async throws {
        let store = SwitchableSessionStore()
        let (cache, ending) = (SessionCache(), SessionID())
        let revoked = Mutex<[StoredTokens]>([])
        _ = try await store.insert(.sample(ending, at: now), tokens: [7], replacing: nil)
        store.fail()
        for id in [ending, SessionID()] { await cache.pending.end(id, until: now + 60) }
        let revoke: @Sendable (SessionID, StoredTokens) async -> Void = { id, tokens in
            if id == ending { revoked.withLock { $0.append(tokens) } }
        }
        try await synchronizing(store, cache, revoke: revoke) {
            store.recover()
            try await eventually { revoked.withLock { !$0.isEmpty } }
            try await store.wait(for: .changeCounter, times: 2)
            #expect(revoked.withLock { $0 }.map(\.sealed) == [[7]])
            #expect(try await store.tokens(of: ending) == nil)
        }
    }

    /// A cache with so many endings that wait, whose tokens the store has.
    private func cache(endings: Int, in store: SwitchableSessionStore) async throws -> SessionCache {
        let cache = SessionCache()
        for _ in 0..<endings {
            let id = SessionID()
            _ = try await store.insert(.sample(id, at: now), tokens: [7], replacing: nil)
            await cache.pending.end(id, until: now + 60)
        }
        return cache
    }

    @Test("Of many revocations four run at once, and none is left out", .timeLimit(.minutes(1)))
    func boundedRevocations() async throws {
        let store = SwitchableSessionStore()
        let cache = try await cache(endings: 30, in: store)
        let gate = Gate()
        let counts = Mutex((running: 0, most: 0, done: 0))
        let revoke: @Sendable (SessionID, StoredTokens) async -> Void = { _, _ in
            counts.withLock {
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            await gate.pass()
            counts.withLock {
                $0.running -= 1
                $0.done += 1
            }
        }
        try await synchronizing(store, cache, revoke: revoke) {
            try await eventually { counts.withLock { $0.running == 4 } }
            // The service goes on meanwhile.
            try await store.wait(for: .changeCounter, times: 2)
            gate.open()
            try await eventually { counts.withLock { $0.done == 30 } }
            #expect(counts.withLock { $0.most } == 4)
        }
    }

    @Test("Revocations don't delay a shutdown, which still stores what waits", .timeLimit(.minutes(1)))
    func endlessRevocation() async throws {
        let store = SwitchableSessionStore()
        let cache = try await cache(endings: 6, in: store)
        let started = Atomic(0)
        let time = now
        let sync = SessionSync(
            store: store, cache: cache, logger: RecordedLog().logger, now: { time }
        ) { _, _ in
            started.add(1, ordering: .relaxed)
            // It ends if it is cancelled, never by itself.
            for await _ in AsyncStream(Void.self, { _ in }) {}
        }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await sync.run() }
                try await eventually { started.load(ordering: .relaxed) == 4 }
                try await store.wait(for: .changeCounter, times: 1)
                let before = store.count(of: .noteUses)
                cache.uses.note(SessionID(), last: 0, at: 1_769_860_800)
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
                #expect(store.count(of: .noteUses) > before)
            }
        }
    }

    @Test(
        "The tokens of an ending that only the shutdown stores are revoked, unless that takes too long",
        .timeLimit(.minutes(1)), arguments: [false, true])
    func lastRevocation(isEndless: Bool) async throws {
        let store = SwitchableSessionStore()
        let cache = try await cache(endings: 1, in: store)
        store.fail()
        let revoked = Mutex<[[UInt8]]>([])
        let time = now
        let sync = SessionSync(
            store: store, cache: cache, logger: RecordedLog().logger, now: { time }, settle: { store.recover() }
        ) { _, tokens in
            // It ends if it is cancelled, never by itself.
            if isEndless { for await _ in AsyncStream(Void.self, { _ in }) {} }
            revoked.withLock { $0.append(tokens.sealed) }
        }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await sync.run() }
                try await store.wait(for: .changeCounter, times: 1)
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
                #expect(revoked.withLock { $0 } == [[7]] && cache.pending.count == 0)
            }
        }
    }
}

extension SessionRecord {
    /// A session of one minute.
    static func sample(_ id: SessionID, at now: Date) -> SessionRecord {
        SessionRecord(
            id: id, user: "sub i s", scope: "i", issuer: "i", subject: "s", providerSession: nil, authority: "main",
            started: now, expires: now + 60, lastUsed: now, browser: "")
    }
}

extension RecordedLog {
    /// The errors that were logged, each with its reason.
    fileprivate var faults: [String] {
        entries.filter { $0.level >= .error }.map { "\($0.message) \($0.fields["reason"] ?? "")" }
    }
}
