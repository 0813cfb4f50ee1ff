import FoundationEssentials
import SessionStorage
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionLimitTests {
    private let now = SessionRecord.now
    private let alice = SessionRecord.sample().user

    /// Starts sessions, each within a limit.
    private func start(_ records: [SessionRecord], limit: Int, in store: any SessionStore) async throws {
        for record in records {
            try await store.insert(
                record, tokens: record.id.bytes, replacing: nil, limits: SessionLimits(sessions: limit))
        }
    }

    @Test("A session beyond the limit ends the one that was used least recently", arguments: StorageKind.allCases)
    func leastRecentlyUsed(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let records = (0..<3).map { SessionRecord.sample(started: TimeInterval($0)) }
            try await start(records, limit: 3, in: store)
            try await store.noteUses([records[0].id: now + 60])
            let last = SessionRecord.sample(started: 61)
            let ended = try await store.insert(
                last, tokens: [], replacing: nil, limits: SessionLimits(sessions: 3))
            #expect(ended.map(\.id) == [records[1].id] && ended.map(\.expires) == [records[1].expires])
            #expect(ended.map(\.tokens.sealed) == [records[1].id.bytes])
            #expect(try await store.endings(after: 0, now: now).map(\.id) == [records[1].id])
            let left = [last.id, records[0].id, records[2].id]
            #expect(try await store.sessions(of: alice, now: now).map(\.id) == left)
        }
    }

    @Test("Of sessions used at the same time the one that started first ends", arguments: StorageKind.allCases)
    func equalUses(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let records = (0..<9).map { _ in SessionRecord.sample() }
            try await start(records, limit: 3, in: store)
            #expect(try await store.endings(after: 0, now: now).map(\.id) == records.prefix(6).map(\.id))
            let left = Set(try await store.sessions(of: alice, now: now).map(\.id))
            #expect(left == Set(records.suffix(3).map(\.id)))
        }
    }

    @Test("A session that replaces another ends no third one", arguments: StorageKind.allCases)
    func replacement(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let records = [SessionRecord.sample(), .sample(started: 1)]
            try await start(records, limit: 2, in: store)
            let last = SessionRecord.sample(started: 2)
            let ended = try await store.insert(
                last, tokens: [], replacing: records[1].id, limits: SessionLimits(sessions: 2))
            #expect(ended.map(\.id) == [records[1].id])
            #expect(try await store.sessions(of: alice, now: now).map(\.id) == [last.id, records[0].id])
        }
    }

    @Test("Expired sessions and other users' aren't counted", arguments: StorageKind.allCases)
    func uncounted(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            // This session was used later than the others.
            var expired = SessionRecord.sample(lasting: 100)
            expired.lastUsed = now + 99
            let others: [SessionRecord] = [.sample("bob"), .sample(tenant: "https://other.example"), .sample("Alice")]
            let first = SessionRecord.sample()
            try await start([expired, first] + others, limit: 2, in: store)
            let ended = try await store.insert(
                .sample(started: 100), tokens: [], replacing: nil, limits: SessionLimits(sessions: 2))
            #expect(ended.isEmpty)
            #expect(try await store.session(first.id) == first)
        }
    }

    @Test("A new session stays, although a replica with a fast clock notes later uses", arguments: StorageKind.allCases)
    func fastClock(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let (early, late) = (SessionRecord.sample(started: 60), SessionRecord.sample())
            try await start([early, late], limit: 1, in: store)
            #expect(try await store.sessions(of: alice, now: now) == [late])
            #expect(try await store.endings(after: 0, now: now).map(\.id) == [early.id])
        }
    }

    @Test("Sessions that start at once at two replicas don't pass the limit", arguments: StorageKind.shared)
    func atOnce(kind: StorageKind) async throws {
        try await kind.withSessionReplicas { first, second in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    let store = number.isMultiple(of: 2) ? first : second
                    group.addTask {
                        try await store.insert(
                            .sample(), tokens: [], replacing: nil, limits: SessionLimits(sessions: 3))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await first.sessions(of: alice, now: now).count == 3)
            #expect(Set(try await second.endings(after: 0, now: now).map(\.id)).count == 37)
        }
    }

    @Test(
        "If many exceed a lowered limit, the new session's transaction ends a batch, and others the rest",
        arguments: StorageKind.allCases)
    func loweredLimit(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let (record, new) = (SessionRecord.sample(), SessionRecord.sample(started: 1))
            try await start([record], limit: 1, in: store)
            try await store.addCopies(of: record, count: 1500)
            let limits = SessionLimits(sessions: 10)
            let ended = try await store.insert(new, tokens: [], replacing: nil, limits: limits)
            #expect(ended.count == SessionGroup.batchSize)
            #expect(try await store.sessions(of: alice, now: now).count == 502)
            #expect(try await store.endAll(limits.displaced(by: new)).count == 492)
            #expect(try await store.endAll(limits.displaced(by: new)).isEmpty)
            let left = try await store.sessions(of: alice, now: now)
            #expect(left.count == 10 && left.first == new)
            let listed = try await store.endings(after: 0, now: now)
            #expect(listed.count == 1492 && Set(listed.map(\.sequence)).count == 1492)
        }
    }

    @Test(
        "A user starts so many sessions within a day, and then no more until it is over",
        arguments: StorageKind.allCases)
    func day(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let limits = SessionLimits(sessions: 9, signInsPerDay: 2)
            func start(_ record: SessionRecord, replacing replaced: SessionID? = nil) async throws {
                try await store.insert(record, tokens: [], replacing: replaced, limits: limits)
            }
            let (first, refused) = (SessionRecord.sample(), SessionRecord.sample(started: 86_399))
            try await start(first)
            try await start(.sample(started: 1000))
            await #expect(throws: SignInLimitError.self) { try await start(refused, replacing: first.id) }
            #expect(try await store.tokens(of: refused.id) == nil)
            #expect(try await store.tokens(of: first.id) != nil)
            #expect(try await store.endings(after: 0, now: now).isEmpty)
            try await start(.sample("bob", started: 86_399))
            try await store.removeExpired(now: now + 86_399)
            await #expect(throws: SignInLimitError.self) { try await start(refused) }
            for started in [86_400, 86_401] as [TimeInterval] { try await start(.sample(started: started)) }
            await #expect(throws: SignInLimitError.self) { try await start(.sample(started: 86_402)) }
            try await store.removeExpired(now: now + 3 * 86_400)
            try await start(.sample(started: 86_402))
        }
    }

    @Test("Sign-ins at once don't pass the limit of a day", arguments: StorageKind.allCases)
    func dayAtOnce(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let started = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let limits = SessionLimits(signInsPerDay: 4)
                        return (try? await store.insert(.sample(), tokens: [], replacing: nil, limits: limits)) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(started == 4)
        }
    }
}
