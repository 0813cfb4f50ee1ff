public import FoundationEssentials

/// The register in memory, for tests and for trying things out: it is gone with the process.
public actor MemorySessionRegistry: SessionRegistry {
    private var records: [SessionHandle: SessionRecord] = [:]
    private var ended: [SessionHandle: EndedSession] = [:]
    private var refreshes: [SessionHandle: (refresh: StoredRefresh, until: Date)] = [:]
    private var claims: [SessionHandle: (claimant: [UInt8], lease: Date)] = [:]
    private var kept: [[UInt8]: (sealed: [UInt8], until: Date)] = [:]
    private var spent: [[UInt8]: Date] = [:]
    private var sequence: Int64 = 0
    private var changes: Int64 = 0

    /// An empty register.
    public init() {}

    /// Enters a new session and ends the one that it replaces.
    public func begin(_ record: SessionRecord, replacing replaced: SessionHandle?) {
        if let replaced {
            end(replaced, until: records[replaced]?.end ?? record.end)
        }
        records[record.handle] = record
        changes += 1
    }

    /// Ends a session.
    public func end(_ handle: SessionHandle, until: Date) {
        records[handle] = nil
        refreshes[handle] = nil
        claims[handle] = nil
        changes += 1
        guard ended[handle] == nil else { return }
        sequence += 1
        ended[handle] = EndedSession(sequence: sequence, handle: handle, until: until)
    }

    /// Ends the sessions of a group.
    public func endAll(_ group: SessionGroup) -> [EndedSession] {
        let meant = records.values.filter { $0.belongs(to: group) }
        for record in meant { end(record.handle, until: record.end) }
        return meant.compactMap { ended[$0.handle] }.sorted { $0.sequence < $1.sequence }
    }

    /// Spends a value and ends the sessions of a group.
    public func endAll(_ group: SessionGroup, spending value: [UInt8], until: Date) -> [EndedSession]? {
        spend(value, until: until) ? endAll(group) : nil
    }

    /// A user's sessions, the newest first.
    public func sessions(of user: SessionUser, now: Date) -> [SessionRecord] {
        records.values.filter { $0.belongs(to: user) && $0.end > now }.sorted { $0.begun > $1.begun }
    }

    /// Notes when a session was last used.
    public func noteUse(of handle: SessionHandle, at date: Date) {
        records[handle]?.lastSeen = date
    }

    /// The endings after a place in their order.
    public func endings(after sequence: Int64, now: Date) -> [EndedSession] {
        ended.values.filter { $0.sequence > sequence && $0.until > now }.sorted { $0.sequence < $1.sequence }
    }

    /// The result of the session's last refresh.
    public func storedRefresh(of handle: SessionHandle) -> StoredRefresh? {
        refreshes[handle]?.refresh
    }

    /// Claims the right to ask for new tokens.
    public func claimRefresh(
        of handle: SessionHandle, generation: UInt32, by claimant: [UInt8], until lease: Date, now: Date
    ) -> RefreshClaim {
        guard ended[handle] == nil else { return .sessionEnded }
        if let stored = refreshes[handle]?.refresh, stored.generation > generation { return .superseded(stored) }
        if let claim = claims[handle], claim.claimant != claimant, claim.lease > now {
            return .heldByAnother(until: claim.lease)
        }
        claims[handle] = (claimant, lease)
        return .granted
    }

    /// Gives a claim back.
    public func releaseRefresh(of handle: SessionHandle, by claimant: [UInt8]) {
        if claims[handle]?.claimant == claimant { claims[handle] = nil }
    }

    /// Keeps the result of a refresh.
    @discardableResult
    public func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) -> Bool {
        guard ended[handle] == nil, refreshes[handle].map({ $0.refresh.generation < refresh.generation }) ?? true else {
            return false
        }
        refreshes[handle] = (refresh, until)
        claims[handle] = nil
        changes += 1
        return true
    }

    /// Keeps what was typed.
    public func keep(_ sealed: [UInt8], as name: [UInt8], until: Date) {
        kept[name] = (sealed, until)
    }

    /// What is kept under a name.
    public func kept(_ name: [UInt8], now: Date) -> [UInt8]? {
        kept[name].flatMap { $0.until > now ? $0.sealed : nil }
    }

    /// Takes out what is kept.
    public func takeKept(_ name: [UInt8], now: Date) -> [UInt8]? {
        kept.removeValue(forKey: name).flatMap { $0.until > now ? $0.sealed : nil }
    }

    /// Spends a one-time value.
    public func spend(_ value: [UInt8], until: Date) -> Bool {
        guard spent[value] == nil else { return false }
        spent[value] = until
        changes += 1
        return true
    }

    /// Forgets what is over.
    public func removeExpired(now: Date) {
        records = records.filter { $0.value.end > now }
        ended = ended.filter { $0.value.until > now }
        refreshes = refreshes.filter { $0.value.until > now }
        claims = claims.filter { $0.value.lease > now }
        spent = spent.filter { $0.value > now }
        kept = kept.filter { $0.value.until > now }
    }

    /// How often the register has changed: whoever shares the actor sees every change, as another process would.
    public func changeCounter() -> Int64 { changes }

    /// Memory can always be reached.
    public func check() {}
}

extension SessionRecord {
    fileprivate func belongs(to group: SessionGroup) -> Bool {
        switch group {
        case .providerSession(let session, let issuer):
            Self.isSame(self.issuer, issuer) && Self.isSame(providerSession, session)
        case .user(let user, let spared): belongs(to: user) && handle != spared
        case .subject(let subject, let scope, let date):
            Self.isSame(self.scope, scope) && Self.isSame(self.subject, subject) && begun <= date
        }
    }

    fileprivate func belongs(to user: SessionUser) -> Bool {
        guard let key = self.user else { return Self.isSame(issuer, user.issuer) && Self.isSame(subject, user.subject) }
        return Self.isSame(key, user.key)
    }

    /// By bytes, as a database compares; Swift's strings are equal if they look alike.
    private static func isSame(_ one: String?, _ other: String) -> Bool { one?.utf8.elementsEqual(other.utf8) ?? false }
}
