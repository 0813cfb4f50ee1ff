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

    /// Takes a session for ended here, before the register knows.
    func holdEnded(_ session: Session) {
        ended.insert(session.handle, until: Date(timeIntervalSince1970: TimeInterval(session.end)))
    }

    /// Ends a session: at once here, and soon on every other replica that shares the database.
    func end(_ session: Session) async throws {
        let until = Date(timeIntervalSince1970: TimeInterval(session.end))
        ended.insert(session.handle, until: until)
        try await reachable { try await registry.end(session.handle, until: until) }
    }

    /// Ends a session that the register lists.
    func end(_ record: SessionRecord) async throws {
        ended.insert(record.handle, until: record.end)
        try await reachable { try await registry.end(record.handle, until: record.end) }
    }

    /// Ends the sessions that belong to one session at the provider.
    func endAll(issuer: String, providerSession: String) async throws {
        hold(try await reachable { try await registry.endAll(issuer: issuer, providerSession: providerSession) })
    }

    /// Ends a person's sessions that were begun by a time, but for one that is spared.
    func endAll(issuer: String, subject: String, begunBy time: Int64, except spared: SessionHandle? = nil) async throws {
        let date = Date(timeIntervalSince1970: TimeInterval(time))
        hold(try await reachable { try await registry.endAll(issuer: issuer, subject: subject, begunBy: date, except: spared) })
    }

    /// The person's sessions that are under way, the newest first.
    func sessions(of session: Session, now: Int64) async throws -> [SessionRecord] {
        try await reachable {
            try await registry.sessions(
                issuer: session.issuer, subject: session.subject, now: Date(timeIntervalSince1970: TimeInterval(now)))
        }
    }

    /// Notes that a session is in use.
    ///
    /// What is lost of that is no reason to fail a request.
    func noteUse(of session: Session, at time: Int64) async {
        try? await registry.noteUse(of: session.handle, at: Date(timeIntervalSince1970: TimeInterval(time)))
    }

    private func hold(_ endings: [EndedSession]) {
        for ending in endings { ended.insert(ending.handle, until: ending.until) }
    }

    func keep(_ sealed: [UInt8], as name: [UInt8], until: Int64) async throws {
        try await reachable { try await registry.keep(sealed, as: name, until: Date(timeIntervalSince1970: TimeInterval(until))) }
    }

    func kept(_ name: [UInt8], now: Int64) async throws -> [UInt8]? {
        try await reachable { try await registry.kept(name, now: Date(timeIntervalSince1970: TimeInterval(now))) }
    }

    func takeKept(_ name: [UInt8], now: Int64) async throws -> [UInt8]? {
        try await reachable { try await registry.takeKept(name, now: Date(timeIntervalSince1970: TimeInterval(now))) }
    }

    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? {
        try await reachable { try await registry.storedRefresh(of: handle) }
    }

    func claimRefresh(of session: Session, generation: UInt32, by claimant: [UInt8], lease: Int64, now: Int64) async throws -> RefreshClaim
    {
        try await reachable {
            try await registry.claimRefresh(
                of: session.handle, generation: generation, by: claimant,
                until: Date(timeIntervalSince1970: TimeInterval(now + lease)), now: Date(timeIntervalSince1970: TimeInterval(now)))
        }
    }

    func releaseRefresh(of session: Session, by claimant: [UInt8]) async throws {
        try await reachable { try await registry.releaseRefresh(of: session.handle, by: claimant) }
    }

    func store(_ refresh: StoredRefresh, of session: Session) async throws -> Bool {
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
