public import FoundationEssentials

/// The register in memory, for tests and for trying things out: it is gone with the process.
public actor MemorySessionRegistry: SessionRegistry {
    private var records: [SessionHandle: SessionRecord] = [:]
    private var ended: [SessionHandle: EndedSession] = [:]
    private var refreshes: [SessionHandle: (refresh: StoredRefresh, until: Date)] = [:]
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
        changes += 1
        guard ended[handle] == nil else { return }
        sequence += 1
        ended[handle] = EndedSession(sequence: sequence, handle: handle, until: until)
    }

    /// The endings after a place in their order.
    public func endings(after sequence: Int64, now: Date) -> [EndedSession] {
        ended.values.filter { $0.sequence > sequence && $0.until > now }.sorted { $0.sequence < $1.sequence }
    }

    /// The result of the session's last refresh.
    public func storedRefresh(of handle: SessionHandle) -> StoredRefresh? {
        refreshes[handle]?.refresh
    }

    /// Keeps the result of a refresh.
    public func store(_ refresh: StoredRefresh, of handle: SessionHandle, until: Date) {
        guard ended[handle] == nil, refreshes[handle].map({ $0.refresh.generation < refresh.generation }) ?? true else { return }
        refreshes[handle] = (refresh, until)
        changes += 1
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
        spent = spent.filter { $0.value > now }
    }

    /// How often the register has changed: whoever shares the actor sees every change, as another process would.
    public func changeCounter() -> Int64 { changes }

    /// Memory can always be reached.
    public func check() {}
}
