import FoundationEssentials
import SessionStorage

/// A store of another package: it has the requirements without a default implementation, and no other member.
///
/// Nothing is ever added here, because stores of others get nothing either.
struct MinimalSessionStore: SessionStore {
    let base: any SessionStore

    init(_ base: any SessionStore = MemorySessionStore()) { self.base = base }

    func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?, limits: SessionLimits
    ) async throws -> [RemovedSession] {
        try await base.insert(record, tokens: tokens, replacing: replaced, limits: limits)
    }

    func tokens(of id: SessionID) async throws -> StoredTokens? { try await base.tokens(of: id) }

    func acquireLease(
        of id: SessionID, replacing counter: Int64, by owner: [UInt8], until expiry: Date, takingOver expired: Date?
    ) async throws -> LeaseResult {
        try await base.acquireLease(of: id, replacing: counter, by: owner, until: expiry, takingOver: expired)
    }

    func releaseLease(of id: SessionID, by owner: [UInt8]) async throws {
        try await base.releaseLease(of: id, by: owner)
    }

    func replaceTokens(
        of id: SessionID, with sealed: [UInt8], replacing counter: Int64, providerSession: String?
    ) async throws -> Bool {
        try await base.replaceTokens(of: id, with: sealed, replacing: counter, providerSession: providerSession)
    }

    func end(_ id: SessionID, until expiry: Date) async throws -> StoredTokens? {
        try await base.end(id, until: expiry)
    }

    func endAll(
        _ group: SessionGroup, limit: Int, consuming value: OneTimeValue?
    ) async throws -> [RemovedSession]? {
        try await base.endAll(group, limit: limit, consuming: value)
    }

    func session(_ id: SessionID) async throws -> SessionRecord? { try await base.session(id) }

    func sessions(
        of user: String, after place: SessionRecord?, limit: Int, now: Date
    ) async throws -> [SessionRecord] {
        try await base.sessions(of: user, after: place, limit: limit, now: now)
    }

    func noteUses(_ uses: [SessionID: Date]) async throws { try await base.noteUses(uses) }

    func endings(after sequence: Int64, now: Date) async throws -> [EndedSession] {
        try await base.endings(after: sequence, now: now)
    }

    func consume(_ value: OneTimeValue) async throws -> Bool { try await base.consume(value) }

    func storePendingForm(
        _ sealed: [UInt8], named name: [UInt8], of owner: [UInt8], until expiry: Date, limit: Int
    ) async throws {
        try await base.storePendingForm(sealed, named: name, of: owner, until: expiry, limit: limit)
    }

    func pendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await base.pendingForm(named: name, now: now)
    }

    func takePendingForm(named name: [UInt8], now: Date) async throws -> [UInt8]? {
        try await base.takePendingForm(named: name, now: now)
    }

    func removeExpired(now: Date) async throws { try await base.removeExpired(now: now) }
}
