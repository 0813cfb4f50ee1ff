import FoundationEssentials
import SiteTesting
import Synchronization
import TestSupport
import Testing

@testable import SessionStorage

@Suite struct EndedSessionsTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    @Test("Sessions that the store lists as ended are known after catching up")
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

    @Test("An inserted ending is known without the store")
    func insertion() {
        let (ended, id) = (EndedSessions(), SessionID())
        ended.insert(id, until: now + 60)
        #expect(ended.contains(id))
    }

    @Test("Endings of expired sessions are removed, and no others")
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

    @Test("Endings that the store has lost are stored again, and the tokens of their rows are handed over")
    func lost() async throws {
        let (before, after) = (MemorySessionStore(), MemorySessionStore())
        let (ended, lost, stored, expired) = (EndedSessions(), SessionID(), SessionID(), SessionID())
        for id in [lost, stored] { _ = await before.end(id, until: now + 60) }
        _ = await before.end(expired, until: now + 10)
        try await ended.catchUp(with: before, now: now)
        // Another server has taken over, without the last commits.
        _ = await after.end(stored, until: now + 60)
        _ = try await after.insert(.sample(lost, at: now), tokens: [7], replacing: nil)
        try await ended.catchUp(with: after, now: now + 10)
        #expect(try await ended.restore(to: after, now: now + 10) { _, _ in } == 0, "the store is not in doubt")

        ended.doubt()
        try await ended.catchUp(with: after, now: now + 10)
        #expect(ended.contains(lost))
        let rows = Mutex<[SessionID: [UInt8]]>([:])
        let unreachable = SwitchableSessionStore(isAvailable: false)
        await #expect(throws: SwitchableSessionStore.UnavailableError.self) {
            _ = try await ended.restore(to: unreachable, now: now + 10) { _, _ in }
        }
        let count = try await ended.restore(to: after, now: now + 10) { id, tokens in
            rows.withLock { $0[id] = tokens.sealed }
        }
        #expect(count == 1 && rows.withLock { $0 } == [lost: [7]])
        #expect(Set(await after.endings(after: 0, now: now + 10).map(\.id)) == [lost, stored])
        #expect(await after.tokens(of: lost) == nil)
        #expect(try await ended.restore(to: after, now: now + 10) { _, _ in } == 0)
    }

    @Test("An ending counts as lost only if the store had listed or confirmed it") func neverStored() async throws {
        let (before, after, ended) = (MemorySessionStore(), MemorySessionStore(), EndedSessions())
        let (unstored, confirmed, listed) = (SessionID(), SessionID(), SessionID())
        for id in [unstored, confirmed, listed] { ended.insert(id, until: now + 60) }
        ended.insert(confirmed, until: now + 60, isStored: true)
        _ = await before.end(listed, until: now + 60)
        try await ended.catchUp(with: before, now: now)
        // Another request finds out that the session has ended.
        ended.insert(listed, until: now + 60)
        ended.doubt()
        try await ended.catchUp(with: after, now: now)
        #expect(try await ended.restore(to: after, now: now) { _, _ in } == 2)
        #expect(Set(await after.endings(after: 0, now: now).map(\.id)) == [confirmed, listed])
        #expect(ended.contains(unstored))
    }

    @Test("An ending that is stored while the endings are read doesn't count as lost") func storedMeanwhile()
        async throws
    {
        let (store, ended, id) = (SwitchableSessionStore(), EndedSessions(), SessionID())
        store.precede(.endings) { [now] in ended.insert(id, until: now + 60, isStored: true) }
        ended.doubt()
        try await ended.catchUp(with: store, now: now)
        #expect(try await ended.restore(to: store, now: now) { _, _ in } == 0)
    }

    @Test("After a doubt about the store, endings are found whose places are before the lost ones")
    func earlierPlaces() async throws {
        let (before, after, ended) = (MemorySessionStore(), MemorySessionStore(), EndedSessions())
        for _ in 0..<5 { _ = await before.end(SessionID(), until: now + 60) }
        try await ended.catchUp(with: before, now: now)
        let new = SessionID()
        _ = await after.end(new, until: now + 60)
        try await ended.catchUp(with: after, now: now)
        #expect(!ended.contains(new))
        ended.doubt()
        try await ended.catchUp(with: after, now: now)
        #expect(ended.contains(new))
        let next = SessionID()
        _ = await after.end(next, until: now + 60)
        try await ended.catchUp(with: after, now: now)
        #expect(ended.contains(next))
    }
}
