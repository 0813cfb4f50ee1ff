/// The accounts of a ``ResponseBudget``.
struct ResponseBudgetState {
    typealias Continuation = CheckedContinuation<UInt64, any Error>
    typealias Ready = (Continuation, UInt64)

    /// Bytes that wait to be sent, and estimates.
    private(set) var total = 0
    private let limits: ResponseBudget.Limits
    private var held: [ObjectIdentifier: Int] = [:]
    private var estimates: [UInt64: (connection: ObjectIdentifier, since: ContinuousClock.Instant)] = [:]
    private var waiting: [(id: UInt64, connection: ObjectIdentifier, continuation: Continuation)] = []
    private var lastID: UInt64 = 0

    init(limits: ResponseBudget.Limits) {
        self.limits = limits
    }

    /// Starts a request if there is room and no earlier one of its connection waits.
    mutating func start(on connection: ObjectIdentifier) -> UInt64? {
        guard !waiting.contains(where: { $0.connection == connection }) else { return nil }
        if !hasRoom(connection) { dropOldEstimates() }
        return startIfRoom(connection)
    }

    /// Queues a request.
    mutating func wait(on connection: ObjectIdentifier, _ continuation: Continuation) -> UInt64 {
        let id = nextID()
        waiting.append((id, connection, continuation))
        return id
    }

    var queued: Int { waiting.count }

    func isWaiting(_ id: UInt64) -> Bool { waiting.contains { $0.id == id } }

    /// Takes a request out of the queue.
    mutating func giveUp(_ id: UInt64) -> Continuation? {
        waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0).continuation }
    }

    mutating func finish(_ id: UInt64) -> [Ready] {
        guard let estimate = estimates.removeValue(forKey: id) else { return [] }
        return release(limits.estimate, of: estimate.connection)
    }

    mutating func add(_ count: Int, to connection: ObjectIdentifier) {
        total += count
        held[connection, default: 0] += count
        if held[connection] == 0 { held[connection] = nil }
    }

    mutating func release(_ count: Int, of connection: ObjectIdentifier) -> [Ready] {
        add(-count, to: connection)
        return next()
    }

    /// Starts the requests that waited for room, the oldest first.
    mutating func next() -> [Ready] {
        guard !waiting.isEmpty else { return [] }
        dropOldEstimates()
        var ready: [Ready] = []
        var rest = waiting
        rest.removeAll { waiter in
            guard let id = startIfRoom(waiter.connection) else { return false }
            ready.append((waiter.continuation, id))
            return true
        }
        waiting = rest
        return ready
    }

    private mutating func startIfRoom(_ connection: ObjectIdentifier) -> UInt64? {
        guard hasRoom(connection) else { return nil }
        let id = nextID()
        estimates[id] = (connection, .now)
        add(limits.estimate, to: connection)
        return id
    }

    private func hasRoom(_ connection: ObjectIdentifier) -> Bool {
        let own = held[connection] ?? 0
        return own < limits.connection && total < (own == 0 ? 2 * limits.server : limits.server)
    }

    private mutating func dropOldEstimates() {
        let now = ContinuousClock.now
        for (id, estimate) in estimates where now - estimate.since >= limits.patience {
            estimates[id] = nil
            add(-limits.estimate, to: estimate.connection)
        }
    }

    private mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }
}
