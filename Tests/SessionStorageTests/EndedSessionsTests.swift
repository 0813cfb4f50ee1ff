import FoundationEssentials
import TestSupport
import Testing

@testable import SessionStorage

@Suite struct EndedSessionsTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    @Test("What the store lists as ended is known after catching up")
    func catchesUp() async throws {
        let (store, ended) = (MemorySessionStore(), EndedSessions())
        let (one, other) = (SessionID(), SessionID())
        _ = await store.end(one, until: now + 60)
        #expect(!ended.contains(one))
        try await ended.catchUp(with: store, now: now)
        #expect(ended.contains(one))
        #expect(!ended.contains(other))
        _ = await store.end(other, until: now + 60)
        try await ended.catchUp(with: store, now: now)
        #expect(ended.contains(one))
        #expect(ended.contains(other))
    }

    @Test("An ending that is inserted at once needs no store")
    func insertion() {
        let (ended, id) = (EndedSessions(), SessionID())
        ended.insert(id, until: now + 60)
        #expect(ended.contains(id))
    }

    @Test("Expired sessions are removed, and only those")
    func forgets() async throws {
        let (store, ended) = (MemorySessionStore(), EndedSessions())
        let (short, long) = (SessionID(), SessionID())
        ended.insert(short, until: now + 10)
        _ = await store.end(long, until: now + 100)
        try await ended.catchUp(with: store, now: now + 10)
        #expect(!ended.contains(short))
        #expect(ended.contains(long))
    }

    @Test("Expired sessions are looked for once a minute, because that looks at all of them")
    func removalInterval() async throws {
        let (store, ended, id) = (MemorySessionStore(), EndedSessions(), SessionID())
        try await ended.catchUp(with: store, now: now)
        ended.insert(id, until: now + 10)
        try await ended.catchUp(with: store, now: now + 59)
        #expect(ended.contains(id))
        try await ended.catchUp(with: store, now: now + 60)
        #expect(!ended.contains(id))
    }

    @Test(
        "A clock that went forward and back loses no ending for good, neither known ones nor those listed meanwhile"
    )
    func clockSetBack() async throws {
        let (store, ended) = (MemorySessionStore(), EndedSessions())
        let (before, meanwhile, last) = (SessionID(), SessionID(), SessionID())
        _ = await store.end(before, until: now + 60)
        try await ended.catchUp(with: store, now: now)
        _ = await store.end(meanwhile, until: now + 60)
        _ = await store.end(last, until: now + 9000)
        #expect(!ended.mayMissSome(at: now))
        try await ended.catchUp(with: store, now: now + 3600)
        #expect(!ended.contains(before) && !ended.contains(meanwhile) && ended.contains(last))
        #expect(ended.mayMissSome(at: now + 1))
        try await ended.catchUp(with: store, now: now + 1)
        for id in [before, meanwhile, last] { #expect(ended.contains(id)) }
        #expect(!ended.mayMissSome(at: now + 1))
    }

    @Test("An unreadable store removes nothing")
    func failure() async {
        let (ended, id) = (EndedSessions(), SessionID())
        ended.insert(id, until: now + 10)
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) {
            try await ended.catchUp(with: SwitchableSessionStore(isAvailable: false), now: now + 20)
        }
        #expect(ended.contains(id))
    }
}
