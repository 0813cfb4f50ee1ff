import FoundationEssentials
import SessionRegistry
import TestSupport
import Testing

@Suite struct EndedSessionsTests {
    private let now = Date(timeIntervalSince1970: 1_769_860_800)

    @Test("What the register lists as ended is known after catching up")
    func catchesUp() async throws {
        let (registry, ended) = (MemorySessionRegistry(), EndedSessions())
        let (one, other) = (SessionHandle(), SessionHandle())
        await registry.end(one, until: now + 60)
        #expect(!ended.contains(one))
        try await ended.catchUp(with: registry, now: now)
        #expect(ended.contains(one))
        #expect(!ended.contains(other))
        await registry.end(other, until: now + 60)
        try await ended.catchUp(with: registry, now: now)
        #expect(ended.contains(one))
        #expect(ended.contains(other))
    }

    @Test("An ending noted at once needs no register")
    func insertion() {
        let (ended, handle) = (EndedSessions(), SessionHandle())
        ended.insert(handle, until: now + 60)
        #expect(ended.contains(handle))
    }

    @Test("Those whose time is over are forgotten, and only those")
    func forgets() async throws {
        let (registry, ended) = (MemorySessionRegistry(), EndedSessions())
        let (short, long) = (SessionHandle(), SessionHandle())
        ended.insert(short, until: now + 10)
        await registry.end(long, until: now + 100)
        try await ended.catchUp(with: registry, now: now + 10)
        #expect(!ended.contains(short))
        #expect(ended.contains(long))
    }

    @Test(
        "A clock that went forward and back takes nothing away for good: neither what was known, nor what was listed meanwhile"
    )
    func clockSetBack() async throws {
        let (registry, ended) = (MemorySessionRegistry(), EndedSessions())
        let (before, meanwhile, last) = (SessionHandle(), SessionHandle(), SessionHandle())
        await registry.end(before, until: now + 60)
        try await ended.catchUp(with: registry, now: now)
        await registry.end(meanwhile, until: now + 60)
        await registry.end(last, until: now + 9000)
        #expect(!ended.mayMissSome(at: now))
        try await ended.catchUp(with: registry, now: now + 3600)
        #expect(!ended.contains(before) && !ended.contains(meanwhile) && ended.contains(last))
        #expect(ended.mayMissSome(at: now + 1))
        try await ended.catchUp(with: registry, now: now + 1)
        for handle in [before, meanwhile, last] { #expect(ended.contains(handle)) }
        #expect(!ended.mayMissSome(at: now + 1))
    }

    @Test("A register that can't be read takes nothing away")
    func failure() async {
        let (ended, handle) = (EndedSessions(), SessionHandle())
        ended.insert(handle, until: now + 10)
        await #expect(throws: SwitchableRegistry.Away.self) {
            try await ended.catchUp(with: SwitchableRegistry(isAway: true), now: now + 20)
        }
        #expect(ended.contains(handle))
    }
}
