public import PortableFoundation

/// A store in memory, which is lost with the process: for tests, or for a single process.
///
/// Use it with sealing keys that are lost with the process, too. With keys that stay, a cookie that was copied before
/// its user signed out would be accepted again by the next process.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation, because the protocol documents them
public actor MemorySessionStore: SessionStore {
    private struct Row {
        var record: SessionRecord
        var sealed: [UInt8]
        /// The place in the order of insertions.
        let place: Int64
        var counter: Int64 = 0
        var lease: (owner: [UInt8], expires: Date)?
        var refreshedProviderSession: String?

        var tokens: StoredTokens {
            StoredTokens(
                authority: record.authority, counter: counter, sealed: sealed, leasedUntil: lease?.expires)
        }

        func belongs(to group: SessionGroup) -> Bool {
            var refreshed = record
            refreshed.providerSession = refreshedProviderSession
            return record.belongs(to: group) || refreshed.belongs(to: group)
        }
    }

    private var rows: [SessionID: Row] = [:]
    /// By the bytes of the user's key, because Swift's strings are equal if they look alike.
    private var sessions: [[UInt8]: Set<SessionID>] = [:]
    private var ended: [SessionID: EndedSession] = [:]
    private var forms: [[UInt8]: (sealed: [UInt8], owner: [UInt8], expires: Date)] = [:]
    private var consumed: [[UInt8]: Date] = [:]
    private var sequence: Int64 = 0
    private var insertions: Int64 = 0
    private var signIns: [[UInt8]: (count: Int, until: Date)] = [:]

    /// An empty store.
    public init() {}

    public func insert(
        _ record: SessionRecord, tokens: [UInt8], replacing replaced: SessionID?, limits: SessionLimits
    ) throws -> [RemovedSession] {
        let user = Array(record.user.utf8)
        let known = signIns[user].flatMap { $0.until > record.started ? $0 : nil }
        guard known?.count ?? 0 < limits.signInsPerDay else { throw SignInLimitError() }
        signIns[user] = ((known?.count ?? 0) + 1, known?.until ?? record.started + SessionLimits.period)
        insertions += 1
        sessions[user, default: []].insert(record.id)
        rows[record.id] = Row(record: record, sealed: tokens, place: insertions)
        let removed = replaced.flatMap { remove($0, until: record.expires) }.map { [$0] } ?? []
        return removed + end(limits.displaced(by: record), limit: SessionGroup.batchSize)
    }

    public func tokens(of id: SessionID) -> StoredTokens? { rows[id]?.tokens }

    public func acquireLease(
        of id: SessionID, replacing counter: Int64, by owner: [UInt8], until expiry: Date, takingOver expired: Date?
    ) -> LeaseResult {
        guard let row = rows[id] else { return .ended }
        guard row.counter == counter else { return .superseded(row.tokens) }
        if let lease = row.lease, lease.owner != owner, lease.expires > expired ?? .distantPast {
            return .heldByAnother(until: lease.expires)
        }
        rows[id]?.lease = (owner, expiry)
        return .acquired
    }

    public func releaseLease(of id: SessionID, by owner: [UInt8]) {
        if rows[id]?.lease?.owner == owner { rows[id]?.lease = nil }
    }

    public func replaceTokens(
        of id: SessionID, with sealed: [UInt8], replacing counter: Int64, providerSession: String?
    ) -> Bool {
        guard let row = rows[id] else { return false }
        guard row.counter <= counter else { return row.counter == counter + 1 && row.sealed == sealed }
        let isNew = providerSession != nil && providerSession != row.record.providerSession
        rows[id] = Row(
            record: row.record, sealed: sealed, place: row.place, counter: counter + 1,
            refreshedProviderSession: isNew ? providerSession : row.refreshedProviderSession)
        return true
    }

    public func end(_ id: SessionID, until expiry: Date) -> StoredTokens? { remove(id, until: expiry)?.tokens }

    private func remove(_ id: SessionID, until expiry: Date) -> RemovedSession? {
        let row = rows.removeValue(forKey: id)
        if let row { forget(row.record) }
        if ended[id] == nil {
            sequence += 1
            ended[id] = EndedSession(sequence: sequence, id: id, expires: row?.record.expires ?? expiry)
        }
        return row.map { RemovedSession(id: id, expires: $0.record.expires, tokens: $0.tokens) }
    }

    private func forget(_ record: SessionRecord) {
        let user = Array(record.user.utf8)
        sessions[user]?.remove(record.id)
        if sessions[user]?.isEmpty == true { sessions[user] = nil }
    }

    public func endAll(_ group: SessionGroup, limit: Int, consuming value: OneTimeValue?) -> [RemovedSession]? {
        if let value, consumed[value.bytes] != nil { return nil }
        let removed = end(group, limit: limit)
        if let value, removed.count < limit { consumed[value.bytes] = value.expires }
        return removed
    }

    private func end(_ group: SessionGroup, limit: Int) -> [RemovedSession] {
        var found: [Row]
        switch group {
        case .user(let user, _): found = rows(of: user)
        case .leastRecentlyUsed(let user, _, let spared, _):
            found = rows(of: user)
            // Mostly there are no more than that.
            if found.count - 1 <= spared { return [] }
        case .providerSession, .subject: found = Array(rows.values)
        }
        found = found.filter { $0.belongs(to: group) }
        if case .leastRecentlyUsed(_, _, let spared, _) = group {
            found.sort { ($0.record.lastUsed, $0.place) > ($1.record.lastUsed, $1.place) }
            found.removeFirst(min(spared, found.count))
        }
        return found.prefix(limit).compactMap { remove($0.record.id, until: $0.record.expires) }
    }

    private func rows(of user: String) -> [Row] { (sessions[Array(user.utf8)] ?? []).compactMap { rows[$0] } }

    public func session(_ id: SessionID) -> SessionRecord? { rows[id]?.record }

    public func sessions(of user: String, after place: SessionRecord?, limit: Int, now: Date) -> [SessionRecord] {
        let found = rows(of: user).map(\.record).filter {
            $0.expires > now && (place.map($0.isListed(after:)) ?? true)
        }
        return Array(found.sorted { $1.isListed(after: $0) }.prefix(limit))
    }

    public func noteUses(_ uses: [SessionID: Date]) {
        for (id, date) in uses { rows[id]?.record.lastUsed = date }
    }

    public func endings(after sequence: Int64, now: Date) -> [EndedSession] {
        ended.values.filter { $0.sequence > sequence && $0.expires > now }.sorted { $0.sequence < $1.sequence }
    }

    /// The last ending's place, as if each user of the store were a separate process.
    public func changeCounter() -> Int64 { sequence }

    public func consume(_ value: OneTimeValue) -> Bool {
        guard consumed[value.bytes] == nil else { return false }
        consumed[value.bytes] = value.expires
        return true
    }

    public func storePendingForm(
        _ sealed: [UInt8], named name: [UInt8], of owner: [UInt8], until expiry: Date, limit: Int
    ) {
        forms[name] = (sealed, owner, expiry)
        let others = forms.filter { $0.value.owner == owner && $0.key != name }
        for (other, _) in others.sorted(by: { $0.value.expires < $1.value.expires }).dropLast(limit - 1) {
            forms[other] = nil
        }
    }

    public func pendingForm(named name: [UInt8], now: Date) -> [UInt8]? {
        forms[name].flatMap { $0.expires > now ? $0.sealed : nil }
    }

    public func takePendingForm(named name: [UInt8], now: Date) -> [UInt8]? {
        forms.removeValue(forKey: name).flatMap { $0.expires > now ? $0.sealed : nil }
    }

    public func removeExpired(now: Date) {
        for (id, row) in rows where row.record.expires <= now {
            rows[id] = nil
            forget(row.record)
        }
        ended = ended.filter { $0.value.expires > now }
        consumed = consumed.filter { $0.value > now }
        forms = forms.filter { $0.value.expires > now }
        signIns = signIns.filter { $0.value.until > now }
    }

    public func check() {}
}

extension SessionRecord {
    fileprivate func belongs(to group: SessionGroup) -> Bool {
        switch group {
        case .providerSession(let session, let issuer, let authority):
            Self.isSame(self.issuer, issuer) && Self.isSame(providerSession, session)
                && (authority == nil || authority == self.authority)
        case .user(let user, let exception): Self.isSame(self.user, user) && id != exception
        case .subject(let subject, let scope, let authority, let date):
            Self.isSame(self.scope, scope) && Self.isSame(self.subject, subject) && authority == self.authority
                && started <= date
        case .leastRecentlyUsed(let user, let exception, _, let date):
            belongs(to: .user(user, except: exception)) && expires > date
        }
    }

    fileprivate func isListed(after other: SessionRecord) -> Bool {
        lastUsed == other.lastUsed
            ? id.bytes.lexicographicallyPrecedes(other.id.bytes) : lastUsed < other.lastUsed
    }

    /// By bytes, as a database compares; Swift's strings are equal if they look alike.
    private static func isSame(_ one: String?, _ other: String) -> Bool { one?.utf8.elementsEqual(other.utf8) ?? false }
}

extension SessionStore where Self == MemorySessionStore {
    /// Sessions in memory, which end with the process.
    public static var memory: MemorySessionStore { MemorySessionStore() }
}
