import FoundationEssentials
import SessionRegistry

/// A register that can't be reached.
struct AwayRegistry: SessionRegistry {
    struct Away: Error {}

    func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws { throw Away() }
    func end(_ handle: SessionHandle, until: Date) async throws { throw Away() }
    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] { throw Away() }
    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? { throw Away() }
    func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool { throw Away() }
    func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim { throw Away() }
    func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws { throw Away() }
    func spend(_ value: [UInt8], until: Date) async throws -> Bool { throw Away() }
    func removeExpired(now: Date) async throws { throw Away() }
    func changeCounter() async throws -> Int64 { throw Away() }
    func endAll(issuer: String, providerSession: String) async throws -> [EndedSession] { throw Away() }
    func endAll(issuer: String, subject: String, begunBy date: Date, except spared: SessionHandle?) async throws -> [EndedSession] {
        throw Away()
    }
    func sessions(issuer: String, subject: String, now: Date) async throws -> [SessionRecord] { throw Away() }
    func noteUse(of handle: SessionHandle, at date: Date) async throws { throw Away() }
    func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws { throw Away() }
    func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]? { throw Away() }
    func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]? { throw Away() }
    func check() async throws { throw Away() }
}
