import FoundationEssentials
import SessionRegistry

/// A register that can't be reached.
struct AwayRegistry: SessionRegistry {
    struct Away: Error {}

    func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws { throw Away() }
    func end(_ handle: SessionHandle, until: Date) async throws { throw Away() }
    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] { throw Away() }
    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? { throw Away() }
    func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws { throw Away() }
    func spend(_ value: [UInt8], until: Date) async throws -> Bool { throw Away() }
    func removeExpired(now: Date) async throws { throw Away() }
    func changeCounter() async throws -> Int64 { throw Away() }
    func check() async throws { throw Away() }
}
