import FoundationEssentials
import Logging
import OpenIDConnect
import SessionRegistry

/// The register of sessions together with what this replica holds of it in memory.
struct SessionRegister: Sendable {
    let registry: any SessionRegistry
    let memory: RegisterMemory

    var ended: EndedSessions { memory.ended }

    /// Stores a new session, and ends the one that it replaces.
    ///
    /// - Parameter scope: Where the ID token's `sub` is unique: the tenant, or the issuer.
    func begin(_ session: Session, scope: String, providerSession: String?, browser: String, replacing old: Session?)
        async throws
    {
        let begun = Date(timeIntervalSince1970: TimeInterval(session.begun))
        let record = SessionRecord(
            handle: session.handle, user: session.user.text, scope: scope, issuer: session.issuer,
            subject: session.subject, providerSession: providerSession, begun: begun, browser: browser, lastSeen: begun,
            end: Date(timeIntervalSince1970: TimeInterval(session.end)))
        try await reachable { try await registry.begin(record, replacing: old?.handle) }
        if let old { ended.insert(old.handle, until: Date(timeIntervalSince1970: TimeInterval(old.end))) }
    }

    /// Takes a session for ended here, before the register knows.
    func holdEnded(_ session: Session) {
        ended.insert(session.handle, until: Date(timeIntervalSince1970: TimeInterval(session.end)))
    }

    /// Where the end of a session is stored.
    enum EndingPlace: Sendable {
        case database
        /// On disk, until the database is back.
        case file
        /// In this process alone, until the database is back.
        case memory
    }

    /// How long a call waits for the database before it counts as unreachable, where a page has to come soon.
    static let patience = Duration.milliseconds(1200)

    /// Ends a session: at once here, and soon on every other replica that shares the database.
    ///
    /// If the database can't be reached in time, the ending waits for its return.
    @discardableResult
    func end(_ session: Session, before deadline: ContinuousClock.Instant = .now + Self.patience) async -> EndingPlace {
        await end(session.handle, until: Date(timeIntervalSince1970: TimeInterval(session.end)), before: deadline)
    }

    /// Ends a session that the register lists.
    func end(_ record: SessionRecord) async -> EndingPlace {
        await end(record.handle, until: record.end, before: .now + Self.patience)
    }

    private func end(
        _ handle: SessionHandle, until: Date, before deadline: ContinuousClock.Instant
    ) async -> EndingPlace {
        ended.insert(handle, until: until)
        let stored: Void? = try? await withDeadline(deadline) { [registry] in
            try await registry.end(handle, until: until)
        }
        if stored != nil { return .database }
        return await keepEnding(of: handle, until: until)
    }

    /// Lets the end of a session wait for a database that can't be reached.
    func keepEnding(of session: Session) async -> EndingPlace {
        await keepEnding(of: session.handle, until: Date(timeIntervalSince1970: TimeInterval(session.end)))
    }

    private func keepEnding(of handle: SessionHandle, until: Date) async -> EndingPlace {
        ended.insert(handle, until: until)
        return await memory.pending.end(handle, until: until) ? .file : .memory
    }

    /// Ends the sessions of a group.
    func endAll(_ group: SessionGroup) async throws {
        hold(try await reachable { try await registry.endAll(group) })
    }

    /// Spends a one-time value and ends the sessions of a group, both or neither.
    ///
    /// - Returns: `false` where the value has been spent before.
    func endAll(_ group: SessionGroup, spending value: [UInt8], until: Date) async throws -> Bool {
        guard let endings = try await reachable({ try await registry.endAll(group, spending: value, until: until) })
        else { return false }
        hold(endings)
        return true
    }

    /// The person's sessions that are under way, the newest first; none that was left lying for longer than it may.
    func sessions(of session: Session, now: Int64, idleTimeout: Int64) async throws -> [SessionRecord] {
        let records = try await reachable {
            try await registry.sessions(of: session.sessionUser, now: Date(timeIntervalSince1970: TimeInterval(now)))
        }
        // The register's time of the last use may lag by so much.
        let oldest = Date(timeIntervalSince1970: TimeInterval(now - idleTimeout - SessionUses.interval))
        return records.filter { ($0.lastSeen > oldest || $0.handle == session.handle) && !ended.contains($0.handle) }
    }

    /// Ends all sessions of a session's user but this one.
    ///
    /// Those that a replica with a fast clock has started later than now end too.
    func endOthers(of session: Session) async throws {
        try await endAll(.user(session.sessionUser, except: session.handle))
    }

    private func hold(_ endings: [EndedSession]) {
        for ending in endings { ended.insert(ending.handle, until: ending.until) }
    }

    func keep(_ sealed: [UInt8], as name: [UInt8], until: Int64) async throws {
        try await reachable {
            try await registry.keep(sealed, as: name, until: Date(timeIntervalSince1970: TimeInterval(until)))
        }
    }

    func kept(_ name: [UInt8], now: Int64) async throws -> [UInt8]? {
        try await reachable { try await registry.kept(name, now: Date(timeIntervalSince1970: TimeInterval(now))) }
    }

    func takeKept(_ name: [UInt8], now: Int64) async throws -> [UInt8]? {
        try await reachable { try await registry.takeKept(name, now: Date(timeIntervalSince1970: TimeInterval(now))) }
    }

    func storedRefresh(of handle: SessionHandle) async throws -> StoredRefresh? {
        if let waiting = memory.pending.result(of: handle) { return waiting }
        return try await reachable { try await registry.storedRefresh(of: handle) }
    }

    func claimRefresh(of session: Session, generation: UInt32, by claimant: [UInt8], lease: Int64, now: Int64)
        async throws -> RefreshClaim
    {
        try await reachable {
            try await registry.claimRefresh(
                of: session.handle, generation: generation, by: claimant,
                until: Date(timeIntervalSince1970: TimeInterval(now + lease)),
                now: Date(timeIntervalSince1970: TimeInterval(now)))
        }
    }

    func releaseRefresh(of session: Session, by claimant: [UInt8]) async throws {
        try await reachable { try await registry.releaseRefresh(of: session.handle, by: claimant) }
    }

    /// Keeps the result of a refresh, in memory as long as the database is away: it was got, and mustn't be lost.
    func store(_ refresh: StoredRefresh, of session: Session) async -> Bool {
        let until = Date(timeIntervalSince1970: TimeInterval(session.end))
        do {
            return try await registry.store(refresh, of: session.handle, until: until)
        } catch {
            memory.pending.store(refresh, of: session.handle, until: until)
            return true
        }
    }

    /// Tells the database what has waited for its return.
    func writePending(now: Int64) async throws {
        try await reachable {
            try await memory.pending.write(to: registry, now: Date(timeIntervalSince1970: TimeInterval(now)))
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
            throw PageError(.storeUnavailable, detail: "the register of sessions: \(error)")
        }
    }
}

extension Session {
    fileprivate var sessionUser: SessionUser { SessionUser(key: user.text, issuer: issuer, subject: subject) }
}
