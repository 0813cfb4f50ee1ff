import FoundationEssentials
import SessionRegistry
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

    @Test("A register that can't be read takes nothing away")
    func failure() async {
        let (ended, handle) = (EndedSessions(), SessionHandle())
        ended.insert(handle, until: now + 10)
        await #expect(throws: Unreachable.self) { try await ended.catchUp(with: UnreachableRegistry(), now: now + 20) }
        #expect(ended.contains(handle))
    }
}

private struct Unreachable: Error {}

private struct UnreachableRegistry: SessionRegistry {
    func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws { throw Unreachable() }
    func end(_ handle: SessionHandle, until: Date) async throws { throw Unreachable() }
    func endAll(issuer: String, providerSession: String) async throws -> [EndedSession] { throw Unreachable() }
    func endAll(issuer: String, subject: String, begunBy date: Date, except spared: SessionHandle?) async throws -> [EndedSession] {
        throw Unreachable()
    }
    func sessions(issuer: String, subject: String, now: Date) async throws -> [SessionRecord] { throw Unreachable() }
    func noteUse(of handle: SessionHandle, at date: Date) async throws { throw Unreachable() }
    func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws { throw Unreachable() }
    func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]? { throw Unreachable() }
    func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]? { throw Unreachable() }
    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] { throw Unreachable() }
    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? { throw Unreachable() }
    func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool { throw Unreachable() }
    func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim { throw Unreachable() }
    func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws { throw Unreachable() }
    func spend(_ value: [UInt8], until: Date) async throws -> Bool { throw Unreachable() }
    func removeExpired(now: Date) async throws { throw Unreachable() }
    func changeCounter() async throws -> Int64 { throw Unreachable() }
    func check() async throws { throw Unreachable() }
}
