import FoundationEssentials
import SessionStorage
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionStoreTests {
    private let now = SessionRecord.now

    @Test("Endings are listed in their order, each once", arguments: StorageKind.allCases)
    func endings(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let ids = (0..<5).map { _ in SessionID() }
            for id in ids + ids { #expect(try await store.end(id, until: now + 60) == nil) }
            let all = try await store.endings(after: 0, now: now)
            #expect(all.map(\.id) == ids)
            #expect(all.map(\.expires) == ids.map { _ in now + 60 })
            #expect(all.map(\.sequence) == all.map(\.sequence).sorted())
            #expect(try await store.endings(after: all[2].sequence, now: now) == Array(all[3...]))
            #expect(try await store.endings(after: all[4].sequence, now: now).isEmpty)
        }
    }

    @Test("An ending of a session that has expired is not listed", arguments: StorageKind.allCases)
    func expiredEnding(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let id = SessionID()
            _ = try await store.end(id, until: now + 60)
            #expect(try await store.endings(after: 0, now: now + 59.5).map(\.id) == [id])
            #expect(try await store.endings(after: 0, now: now + 60).isEmpty)
        }
    }

    @Test("A later ending comes after removed ones", arguments: StorageKind.allCases)
    func sequenceAfterRemoval(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            _ = try await store.end(SessionID(), until: now + 60)
            let last = try #require(try await store.endings(after: 0, now: now).last).sequence
            try await store.removeExpired(now: now + 60)
            let id = SessionID()
            _ = try await store.end(id, until: now + 120)
            #expect(try await store.endings(after: last, now: now + 60).map(\.id) == [id])
        }
    }

    @Test(
        "The end of a session returns its tokens once, and lists it until the row's end",
        arguments: StorageKind.allCases)
    func endOnce(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let (record, other) = (SessionRecord.sample(), SessionRecord.sample())
            for record in [record, other] { try await store.insert(record, tokens: [7], replacing: nil) }
            let tokens = StoredTokens(authority: "main", counter: 0, sealed: [7])
            #expect(try await store.tokens(of: record.id) == tokens)
            #expect(try await store.end(record.id, until: now) == tokens)
            #expect(try await store.end(record.id, until: now) == nil)
            #expect(try await store.tokens(of: record.id) == nil)
            #expect(try await store.tokens(of: other.id) == tokens)
            let listed = try await store.endings(after: 0, now: now)
            #expect(listed.map(\.id) == [record.id] && listed.map(\.expires) == [record.expires])
        }
    }

    @Test("A new session ends the one that it replaces, at that one's end", arguments: StorageKind.allCases)
    func replacing(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let (old, new) = (SessionRecord.sample(lasting: 100), SessionRecord.sample(lasting: 900))
            #expect(try await store.insert(old, tokens: [1], replacing: nil) == [])
            #expect(try await store.endings(after: 0, now: now).isEmpty)
            let removed = try await store.insert(new, tokens: [2], replacing: old.id)
            #expect(removed.map(\.id) == [old.id] && removed.map(\.tokens.sealed) == [[1]])
            let ended = try await store.endings(after: 0, now: now)
            #expect(ended.map(\.id) == [old.id] && ended.map(\.expires) == [now + 100])
            #expect(try await store.tokens(of: new.id)?.sealed == [2])
        }
    }

    @Test("A replaced session that the store doesn't have ends all the same", arguments: StorageKind.allCases)
    func replacingUnknown(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let (old, new) = (SessionID(), SessionRecord.sample(lasting: 900))
            #expect(try await store.insert(new, tokens: [], replacing: old) == [])
            let ended = try await store.endings(after: 0, now: now)
            #expect(ended.map(\.id) == [old] && ended.map(\.expires) == [now + 900])
        }
    }

    @Test("A one-time value is consumed once, however many callers try at once", arguments: StorageKind.allCases)
    func consuming(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let until = now + 60
            let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await store.consume(OneTimeValue([1, 0, 2], expires: until)) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
            for other in [[1, 0, 3], [1], []] as [[UInt8]] {
                #expect(try await store.consume(OneTimeValue(other, expires: until)))
                #expect(try await !store.consume(OneTimeValue(other, expires: until)))
            }
        }
    }

    @Test(
        "A pending form is stored under its name, consumed once, and expires in time", arguments: StorageKind.allCases)
    func pendingForms(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            for (name, seconds) in [([1], 60), ([2], 60), ([3], 10)] as [([UInt8], TimeInterval)] {
                try await store.storePendingForm(
                    [9] + name, named: name, of: [7], until: now + seconds, limit: 3)
            }
            #expect(try await store.pendingForm(named: [1], now: now) == [9, 1])
            #expect(try await store.pendingForm(named: [4], now: now) == nil)
            #expect(try await store.takePendingForm(named: [1], now: now) == [9, 1])
            #expect(try await store.takePendingForm(named: [1], now: now) == nil)
            #expect(try await store.pendingForm(named: [1], now: now) == nil)
            #expect(try await store.pendingForm(named: [3], now: now + 10) == nil)
            #expect(try await store.takePendingForm(named: [3], now: now + 10) == nil)
            try await store.removeExpired(now: now + 10)
            #expect(try await store.takePendingForm(named: [2], now: now + 10) == [9, 2])
        }
    }

    @Test(
        "Of an owner's pending forms the last ones stay, and no other owner's are removed",
        arguments: StorageKind.allCases)
    func limitOfPendingForms(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            try await store.storePendingForm([0], named: [0], of: [6], until: now + 1, limit: 2)
            // The one that is stored last stays, although it expires first.
            for (name, seconds) in [(1, 10), (2, 30), (3, 5)] as [(UInt8, TimeInterval)] {
                try await store.storePendingForm([name], named: [name], of: [7], until: now + seconds, limit: 2)
            }
            // A change of one that is stored is no further one.
            try await store.storePendingForm([4], named: [2], of: [7], until: now + 30, limit: 2)
            let left = [nil, [4], [3]] as [[UInt8]?]
            for (name, sealed) in zip([1, 2, 3] as [UInt8], left) {
                #expect(try await store.pendingForm(named: [name], now: now) == sealed)
            }
            #expect(try await store.pendingForm(named: [0], now: now) == [0])
        }
    }

    @Test("Expired rows are removed, and nothing else", arguments: StorageKind.allCases)
    func removal(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let (short, long) = (SessionRecord.sample(lasting: 10), SessionRecord.sample(lasting: 20))
            for (record, value) in [(short, [1]), (long, [2])] as [(SessionRecord, [UInt8])] {
                try await store.insert(record, tokens: [], replacing: nil)
                #expect(try await store.consume(OneTimeValue(value, expires: record.expires)))
            }
            try await store.removeExpired(now: now + 10)
            #expect(try await store.tokens(of: short.id) == nil)
            #expect(try await store.tokens(of: long.id) != nil)
            #expect(try await store.consume(OneTimeValue([1], expires: now + 60)))
            #expect(try await !store.consume(OneTimeValue([2], expires: now + 60)))
            try await store.check()
        }
    }
}
