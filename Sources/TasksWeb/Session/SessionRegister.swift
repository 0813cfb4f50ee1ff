import FoundationEssentials
import Logging
import SessionRegistry

/// The register of sessions together with what this replica holds of it in memory.
struct SessionRegister: Sendable {
    let registry: any SessionRegistry
    let ended: EndedSessions

    func begin(_ session: Session, providerSession: String?, browser: String, replacing old: Session?) async throws {
        let begun = Date(timeIntervalSince1970: TimeInterval(session.begun))
        let record = SessionRecord(
            handle: session.handle, issuer: session.issuer, subject: session.subject, providerSession: providerSession, begun: begun,
            browser: browser, lastSeen: begun, end: Date(timeIntervalSince1970: TimeInterval(session.end)))
        try await reachable { try await registry.begin(record, replacing: old?.handle) }
        if let old { ended.insert(old.handle, until: Date(timeIntervalSince1970: TimeInterval(old.end))) }
    }

    /// Ends a session: at once here, and soon on every other replica that shares the database.
    func end(_ session: Session) async throws {
        let until = Date(timeIntervalSince1970: TimeInterval(session.end))
        ended.insert(session.handle, until: until)
        try await reachable { try await registry.end(session.handle, until: until) }
    }

    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? {
        try await reachable { try await registry.storedRefresh(of: handle) }
    }

    func store(_ refresh: StoredRefresh, of session: Session) async throws {
        try await reachable {
            try await registry.store(refresh, of: session.handle, until: Date(timeIntervalSince1970: TimeInterval(session.end)))
        }
    }

    /// Spends a one-time value; `false` where it has been spent before.
    func spend(_ value: [UInt8], until: Int64) async throws -> Bool {
        try await reachable { try await registry.spend(value, until: Date(timeIntervalSince1970: TimeInterval(until))) }
    }

    private func reachable<Result>(_ call: () async throws -> Result) async throws -> Result {
        do {
            return try await call()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PageError(.registerAway, detail: "the register of sessions: \(error)")
        }
    }
}
