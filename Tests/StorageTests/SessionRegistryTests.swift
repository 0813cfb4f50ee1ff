import FoundationEssentials
import SessionRegistry
import Testing

@Suite struct SessionRegistryTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    private func record(_ handle: SessionHandle, end: Date) -> SessionRecord {
        SessionRecord(
            handle: handle, user: "sub https://login.example alice", scope: "https://login.example",
            issuer: "https://login.example",
            subject: "alice", providerSession: "s1", begun: now, browser: "Browser/1", lastSeen: now, end: end)
    }

    @Test("Endings are listed in their order, each once", arguments: StorageKind.allCases)
    func endings(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let handles = (0..<5).map { _ in SessionHandle() }
        for handle in handles + handles {
            try await registry.end(handle, until: now + 60)
        }
        let all = try await registry.endings(after: 0, now: now)
        #expect(all.map(\.handle) == handles)
        #expect(all.map(\.until) == handles.map { _ in now + 60 })
        #expect(all.map(\.sequence) == all.map(\.sequence).sorted())
        #expect(try await registry.endings(after: all[2].sequence, now: now) == Array(all[3...]))
        #expect(try await registry.endings(after: all[4].sequence, now: now).isEmpty)
        _ = folder
    }

    @Test("An ending whose time is over is not listed", arguments: StorageKind.allCases)
    func expiredEnding(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let handle = SessionHandle()
        try await registry.end(handle, until: now + 60)
        #expect(try await registry.endings(after: 0, now: now + 59.5).map(\.handle) == [handle])
        #expect(try await registry.endings(after: 0, now: now + 60).isEmpty)
        _ = folder
    }

    @Test("A later ending comes after those that were removed", arguments: StorageKind.allCases)
    func sequenceAfterRemoval(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        try await registry.end(SessionHandle(), until: now + 60)
        let last = try #require(try await registry.endings(after: 0, now: now).last).sequence
        try await registry.removeExpired(now: now + 60)
        let handle = SessionHandle()
        try await registry.end(handle, until: now + 120)
        #expect(try await registry.endings(after: last, now: now + 60).map(\.handle) == [handle])
        _ = folder
    }

    @Test("A new session ends the one that it replaces, at that one's end", arguments: StorageKind.allCases)
    func replacing(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let (old, new) = (SessionHandle(), SessionHandle())
        try await registry.begin(record(old, end: now + 100), replacing: nil)
        #expect(try await registry.endings(after: 0, now: now).isEmpty)
        try await registry.begin(record(new, end: now + 900), replacing: old)
        let ended = try await registry.endings(after: 0, now: now)
        #expect(ended.map(\.handle) == [old])
        #expect(ended.map(\.until) == [now + 100])
        _ = folder
    }

    @Test("A replaced session that the register doesn't know ends all the same", arguments: StorageKind.allCases)
    func replacingUnknown(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let (old, new) = (SessionHandle(), SessionHandle())
        try await registry.begin(record(new, end: now + 900), replacing: old)
        let ended = try await registry.endings(after: 0, now: now)
        #expect(ended.map(\.handle) == [old])
        #expect(ended.map(\.until) == [now + 900])
        _ = folder
    }

    @Test("The newest refresh wins, whatever the order", arguments: StorageKind.allCases)
    func refreshes(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let (handle, other) = (SessionHandle(), SessionHandle())
        #expect(try await registry.storedRefresh(of: handle) == nil)
        for (generation, kept) in [(2, 2), (1, 2), (2, 2), (UInt32.max, UInt32.max), (3, UInt32.max)]
            as [(UInt32, UInt32)]
        {
            let fresh = StoredRefresh(generation: generation, sealed: [0, 255, UInt8(truncatingIfNeeded: generation)])
            try await registry.store(fresh, of: handle, until: now + 60)
            #expect(try await registry.storedRefresh(of: handle)?.generation == kept)
        }
        try await registry.store(StoredRefresh(generation: UInt32.max, sealed: [9]), of: handle, until: now + 60)
        #expect(try await registry.storedRefresh(of: handle)?.sealed == [0, 255, 255])
        #expect(try await registry.storedRefresh(of: other) == nil)
        _ = folder
    }

    @Test("An ended session has no stored refresh and gets none", arguments: StorageKind.allCases)
    func refreshOfEnded(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let (handle, other) = (SessionHandle(), SessionHandle())
        for stored in [handle, other] {
            try await registry.store(StoredRefresh(generation: 1, sealed: [1]), of: stored, until: now + 60)
        }
        try await registry.end(handle, until: now + 60)
        #expect(try await registry.storedRefresh(of: handle) == nil)
        try await registry.store(StoredRefresh(generation: 2, sealed: [2]), of: handle, until: now + 60)
        #expect(try await registry.storedRefresh(of: handle) == nil)
        #expect(try await registry.storedRefresh(of: other) != nil)
        _ = folder
    }

    @Test("A value is spent once, however many try at once", arguments: StorageKind.allCases)
    func spending(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let until = now + 60
        let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await registry.spend([1, 0, 2], until: until) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
        #expect(try await registry.spend([1, 0, 3], until: until))
        #expect(try await registry.spend([1], until: until))
        #expect(try await registry.spend([], until: until))
        #expect(try await !registry.spend([], until: until))
        _ = folder
    }

    @Test("What is over is forgotten, and nothing else", arguments: StorageKind.allCases)
    func removal(kind: StorageKind) async throws {
        let (registry, folder) = try await kind.makeRegistry()
        let (short, long) = (SessionHandle(), SessionHandle())
        for (handle, value, seconds) in [(short, [1], 10), (long, [2], 20)] as [(SessionHandle, [UInt8], Double)] {
            try await registry.store(StoredRefresh(generation: 1, sealed: [1]), of: handle, until: now + seconds)
            #expect(try await registry.spend(value, until: now + seconds))
        }
        try await registry.removeExpired(now: now + 10)
        #expect(try await registry.storedRefresh(of: short) == nil)
        #expect(try await registry.storedRefresh(of: long) != nil)
        #expect(try await registry.spend([1], until: now + 60))
        #expect(try await !registry.spend([2], until: now + 60))
        try await registry.check()
        _ = folder
    }
}
