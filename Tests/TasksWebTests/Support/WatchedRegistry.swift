import FoundationEssentials
import SessionRegistry
import Synchronization

/// A register that counts who claims a refresh, so that a test can wait until somebody waits.
final class WatchedRegistry: SessionRegistry {
    private let base: any SessionRegistry
    private let claims = Mutex(0)

    init(_ base: any SessionRegistry) {
        self.base = base
    }

    /// Waits until a refresh has been claimed so many times more.
    func waitForClaims(_ count: Int) async throws {
        let wanted = claims.withLock { $0 } + count
        while claims.withLock({ $0 }) < wanted {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) async throws -> RefreshClaim {
        defer { claims.withLock { $0 += 1 } }
        return try await base.claimRefresh(of: handle, generation: generation, by: claimant, until: lease, now: now)
    }

    func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) async throws {
        try await base.begin(record, replacing: replaced)
    }
    func end(_ handle: SessionHandle, until: Date) async throws { try await base.end(handle, until: until) }
    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] { try await base.endings(after: sequence, now: now) }
    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? { try await base.storedRefresh(of: handle) }
    func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) async throws -> Bool {
        try await base.store(refresh, of: handle, until: until)
    }
    func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) async throws {
        try await base.releaseRefresh(of: handle, by: claimant)
    }
    func spend(_ value: [UInt8], until: Date) async throws -> Bool { try await base.spend(value, until: until) }
    func removeExpired(now: Date) async throws { try await base.removeExpired(now: now) }
    func changeCounter() async throws -> Int64 { try await base.changeCounter() }
    func endAll(issuer: String, providerSession: String) async throws -> [EndedSession] {
        try await base.endAll(issuer: issuer, providerSession: providerSession)
    }
    func endAll(issuer: String, subject: String, begunBy date: Date, except spared: SessionHandle?) async throws -> [EndedSession] {
        try await base.endAll(issuer: issuer, subject: subject, begunBy: date, except: spared)
    }
    func sessions(issuer: String, subject: String, now: Date) async throws -> [SessionRecord] {
        try await base.sessions(issuer: issuer, subject: subject, now: now)
    }
    func noteUse(of handle: SessionHandle, at date: Date) async throws { try await base.noteUse(of: handle, at: date) }
    func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) async throws { try await base.keep(sealed, as: name, until: until) }
    func kept(_ name: [UInt8], now: Date) async throws -> [UInt8]? { try await base.kept(name, now: now) }
    func takeKept(_ name: [UInt8], now: Date) async throws -> [UInt8]? { try await base.takeKept(name, now: now) }
    func check() async throws { try await base.check() }
}
