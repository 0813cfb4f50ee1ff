import FoundationEssentials
import SessionStorage
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionPageTests {
    private let now = SessionRecord.now
    private let alice = SessionRecord.sample().user

    @Test(
        "Pages of sessions have each session once, by last use and then by id, whichever of them ends meanwhile",
        arguments: StorageKind.allCases)
    func pages(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let records = [5, 9, 5, 7, 5, 5, 5, 1.25].map { SessionRecord.sample(started: $0) }
            for record in records + [.sample("bob"), .sample(started: -100, lasting: 100)] {
                try await store.insert(record, tokens: [], replacing: nil)
            }
            var (found, page): ([SessionRecord], [SessionRecord]) = ([], [])
            repeat {
                page = try await store.sessions(of: alice, after: found.last, limit: 3, now: now)
                #expect(page.count <= 3)
                found += page
                if let last = found.last { _ = try await store.end(last.id, until: last.expires) }
            } while !page.isEmpty
            #expect(found.map(\.lastUsed) == records.map(\.lastUsed).sorted(by: >))
            #expect(Set(found.map(\.id)) == Set(records.map(\.id)) && found.count == records.count)
            let equal = found.filter { $0.lastUsed == now + 5 }.map(\.id.bytes)
            #expect(zip(equal, equal.dropFirst()).allSatisfy { $1.lexicographicallyPrecedes($0) })
        }
    }

    @Test("A session is found by its id as long as it lasts", arguments: StorageKind.allCases)
    func single(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let record = SessionRecord.sample(sid: "s")
            try await store.insert(record, tokens: [], replacing: nil)
            #expect(try await store.session(record.id) == record)
            #expect(try await store.session(SessionID()) == nil)
            _ = try await store.end(record.id, until: now)
            #expect(try await store.session(record.id) == nil)
        }
    }

    @Test("With 100,000 sessions a call reads a page and ends a batch", arguments: StorageKind.shared)
    func many(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            let record = SessionRecord.sample(sid: "s")
            try await store.insert(record, tokens: [1], replacing: nil)
            try await store.addCopies(of: record, count: 99_999)
            let first = try await store.sessions(of: alice, after: nil, limit: 50, now: now)
            let second = try await store.sessions(of: alice, after: first.last, limit: 50, now: now)
            #expect(Set((first + second).map(\.id)).count == 100)
            for group in [
                SessionGroup.user(alice, except: nil),
                .providerSession("s", issuer: record.issuer, authority: nil),
                .subject("alice", scope: record.scope, authority: "main", startedBy: now),
                .leastRecentlyUsed(of: alice, except: SessionID(), sparing: 3, at: now),
            ] {
                #expect(try await store.endAll(group, limit: 700, consuming: nil)?.count == 700)
            }
            #expect(try await store.endings(after: 0, now: now).count == 2800)
        }
    }

    @Test(
        "A one-time value is consumed by the call that ends the last session of the group",
        arguments: StorageKind.allCases)
    func consumedLast(kind: StorageKind) async throws {
        try await kind.withSessionStore { store in
            for _ in 0..<4 { try await store.insert(.sample(), tokens: [], replacing: nil) }
            let value = OneTimeValue([1], expires: now + 60)
            var counts: [Int?] = []
            for _ in 0..<4 {
                counts.append(
                    try await store.endAll(.user(alice, except: nil), limit: 2, consuming: value)?.count)
            }
            #expect(counts == [2, 2, 0, nil])
        }
    }
}
