import FoundationEssentials
import SessionStorage
import Testing

@Suite(.timeLimit(.minutes(2))) struct TokenLeaseTests {
    private let now = SessionRecord.now
    private let record = SessionRecord.sample()
    private var id: SessionID { record.id }

    private func withSession(_ kind: StorageKind, _ body: (any SessionStore) async throws -> Void) async throws {
        try await kind.withSessionStore { store in
            try await store.insert(record, tokens: [0], replacing: nil)
            try await body(store)
        }
    }

    @Test(
        "Of many replicas that acquire a lease at once one succeeds, and the others learn its expiry",
        arguments: StorageKind.allCases)
    func atOnce(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            let (id, now) = (id, now)
            let results = try await withThrowingTaskGroup(of: LeaseResult.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await store.acquireLease(
                            of: id, replacing: 0, by: [UInt8(number)], until: now + 12, takingOver: now)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.filter { $0 == .acquired }.count == 1)
            #expect(results.filter { $0 == .heldByAnother(until: now + 12) }.count == 19)
            #expect(try await store.tokens(of: id)?.leasedUntil == now + 12)
        }
    }

    @Test(
        "An owner may renew its lease, another session's lease is another, and a lease expires",
        arguments: StorageKind.allCases)
    func expiry(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            let other = SessionRecord.sample()
            try await store.insert(other, tokens: [0], replacing: nil)
            func acquire(_ id: SessionID, _ owner: UInt8, at seconds: Double) async throws -> LeaseResult {
                try await store.acquireLease(
                    of: id, replacing: 0, by: [owner], until: now + seconds + 12, takingOver: now + seconds)
            }
            #expect(try await acquire(id, 1, at: 0) == .acquired)
            #expect(try await acquire(other.id, 2, at: 0) == .acquired)
            #expect(try await acquire(id, 1, at: 6) == .acquired)
            #expect(try await acquire(id, 2, at: 17) == .heldByAnother(until: now + 18))
            #expect(try await acquire(id, 2, at: 18) == .acquired)
            #expect(try await acquire(id, 1, at: 18) == .heldByAnother(until: now + 30))
        }
    }

    @Test("Without a date no other owner's lease is taken over, whenever it expires", arguments: StorageKind.allCases)
    func noTakeover(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            func acquire(_ owner: UInt8, until expiry: Date) async throws -> LeaseResult {
                try await store.acquireLease(of: id, replacing: 0, by: [owner], until: expiry, takingOver: nil)
            }
            #expect(try await acquire(1, until: now - 60) == .acquired)
            #expect(try await acquire(2, until: now + 12) == .heldByAnother(until: now - 60))
            #expect(try await acquire(1, until: now - 30) == .acquired)
            #expect(try await acquire(2, until: now + 12) == .heldByAnother(until: now - 30))
        }
    }

    @Test("Replaced tokens raise the counter and release the lease of any replica", arguments: StorageKind.allCases)
    func replacement(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            func acquire(_ counter: Int64, _ owner: UInt8) async throws -> LeaseResult {
                try await store.acquireLease(of: id, replacing: counter, by: [owner], until: now + 12, takingOver: now)
            }
            #expect(try await acquire(0, 1) == .acquired)
            #expect(try await store.replaceTokens(of: id, with: [0, 255], replacing: 0))
            let tokens = StoredTokens(authority: "main", counter: 1, sealed: [0, 255])
            #expect(try await store.tokens(of: id) == tokens)
            for owner in [1, 2] as [UInt8] { #expect(try await acquire(0, owner) == .superseded(tokens)) }
            #expect(try await acquire(1, 2) == .acquired)
            // Tokens that come too late are not stored, and release no lease.
            #expect(try await !store.replaceTokens(of: id, with: [3], replacing: 0))
            #expect(try await acquire(1, 3) == .heldByAnother(until: now + 12))
            #expect(try await store.tokens(of: id)?.sealed == [0, 255])
        }
    }

    @Test(
        "Tokens that were stored by a call without an outcome are stored by the next, and leave a lease alone",
        arguments: StorageKind.allCases)
    func repeatedReplacement(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            #expect(try await store.replaceTokens(of: id, with: [1], replacing: 0))
            #expect(
                try await store.acquireLease(of: id, replacing: 1, by: [7], until: now + 12, takingOver: nil)
                    == .acquired)
            #expect(try await store.replaceTokens(of: id, with: [1], replacing: 0))
            let row = try await store.tokens(of: id)
            #expect(row?.counter == 1 && row?.sealed == [1] && row?.leasedUntil == now + 12)
            #expect(try await !store.replaceTokens(of: id, with: [2], replacing: 0), "others")
            #expect(try await store.replaceTokens(of: id, with: [2], replacing: 1))
            #expect(try await !store.replaceTokens(of: id, with: [1], replacing: 0), "newer ones are there")
            #expect(try await store.tokens(of: id)?.sealed == [2])
        }
    }

    @Test(
        "A session's row that has lost commits gets the newer tokens, and their counter",
        arguments: StorageKind.allCases)
    func earlierRow(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            #expect(try await store.replaceTokens(of: id, with: [5], replacing: 4))
            let row = try await store.tokens(of: id)
            #expect(row?.counter == 5 && row?.sealed == [5])
            #expect(try await !store.replaceTokens(of: id, with: [4], replacing: 3))
        }
    }

    @Test("Of many replacements of the same tokens at once one succeeds", arguments: StorageKind.allCases)
    func replacementAtOnce(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            let id = id
            let stored = try await withThrowingTaskGroup(of: UInt8?.self) { group in
                for number in 0..<20 as Range<UInt8> {
                    group.addTask {
                        try await store.replaceTokens(of: id, with: [number], replacing: 0) ? number : nil
                    }
                }
                return try await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
            }
            #expect(stored.count == 1)
            #expect(try await store.tokens(of: id)?.sealed == stored)
        }
    }

    @Test("A lease is released by its owner alone", arguments: StorageKind.allCases)
    func release(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            func acquire(_ owner: UInt8) async throws -> LeaseResult {
                try await store.acquireLease(of: id, replacing: 0, by: [owner], until: now + 12, takingOver: now)
            }
            #expect(try await acquire(1) == .acquired)
            try await store.releaseLease(of: id, by: [2])
            #expect(try await acquire(2) == .heldByAnother(until: now + 12))
            try await store.releaseLease(of: id, by: [1])
            #expect(try await store.tokens(of: id)?.leasedUntil == nil)
            #expect(try await acquire(2) == .acquired)
        }
    }

    @Test("A session that has ended has no lease and takes no tokens", arguments: StorageKind.allCases)
    func ended(kind: StorageKind) async throws {
        try await withSession(kind) { store async throws in
            func acquire(_ owner: UInt8) async throws -> LeaseResult {
                try await store.acquireLease(of: id, replacing: 0, by: [owner], until: now + 12, takingOver: now)
            }
            #expect(try await acquire(1) == .acquired)
            _ = try await store.end(id, until: now + 60)
            for owner in [1, 2] as [UInt8] { #expect(try await acquire(owner) == .ended) }
            #expect(try await !store.replaceTokens(of: id, with: [9], replacing: 0))
            try await store.releaseLease(of: id, by: [1])
            #expect(try await store.tokens(of: id) == nil)
        }
    }
}
