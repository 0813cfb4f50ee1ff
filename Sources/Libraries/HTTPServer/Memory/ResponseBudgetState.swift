/// The accounts of a ``ResponseBudget``.
struct ResponseBudgetState {
    typealias Continuation = CheckedContinuation<UInt64, any Error>
    typealias Ready = (Continuation, UInt64)

    private struct Waiter {
        let id: UInt64
        let estimate: Int
        let continuation: Continuation
    }

    private struct Account {
        /// Bytes that wait to be sent, and estimates.
        var held = 0
        /// The requests that wait for room, the oldest first.
        var waiting: [Waiter] = []

        var isEmpty: Bool { held == 0 && waiting.isEmpty }
    }

    /// Bytes that wait to be sent.
    private(set) var unsent = 0
    /// The number of waiting requests.
    private(set) var queued = 0
    private var estimated = 0
    private let limits: ResponseBudget.Limits
    private var accounts: [ObjectIdentifier: Account] = [:]
    private var turns: [UInt64: (connection: ObjectIdentifier, estimate: Int, since: ContinuousClock.Instant)] = [:]
    private var lastID: UInt64 = 0

    init(limits: ResponseBudget.Limits) {
        self.limits = limits
    }

    /// Starts a request if there is room and no earlier one of its connection waits.
    mutating func start(on connection: ObjectIdentifier, estimate: Int) -> UInt64? {
        guard accounts[connection]?.waiting.isEmpty ?? true else { return nil }
        if !hasRoom(connection) { dropOldEstimates() }
        return startIfRoom(connection, estimate)
    }

    /// Queues a request.
    ///
    /// - Returns: `false` if too many wait.
    mutating func wait(
        _ id: UInt64, on connection: ObjectIdentifier, _ estimate: Int, _ continuation: Continuation
    ) -> Bool {
        guard queued < limits.queue else { return false }
        accounts[connection, default: Account()].waiting.append(
            Waiter(id: id, estimate: estimate, continuation: continuation))
        queued += 1
        return true
    }

    func hasQueue(_ connection: ObjectIdentifier) -> Bool { accounts[connection]?.waiting.isEmpty == false }

    /// Takes a request out of the queue.
    mutating func giveUp(_ id: UInt64, of connection: ObjectIdentifier) -> Continuation? {
        guard let index = accounts[connection]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
        let waiter = accounts[connection]?.waiting.remove(at: index)
        queued -= 1
        forgetIfEmpty(connection)
        return waiter?.continuation
    }

    mutating func finish(_ id: UInt64) -> [Ready] {
        guard let turn = turns.removeValue(forKey: id), turn.estimate > 0 else { return [] }
        return changing({ $0.addEstimate(-turn.estimate, to: turn.connection) }, of: turn.connection)
    }

    mutating func add(_ count: Int, to connection: ObjectIdentifier) {
        unsent += count
        hold(count, connection)
    }

    mutating func release(_ count: Int, of connection: ObjectIdentifier) -> [Ready] {
        changing({ $0.add(-count, to: connection) }, of: connection)
    }

    /// Starts all requests for which there is room.
    ///
    /// The connection that has waited longest comes first.
    mutating func next() -> [Ready] {
        guard queued > 0 else { return [] }
        dropOldEstimates()
        let connections = accounts.compactMap { connection, account in account.waiting.first.map { ($0.id, connection) }
        }
        return connections.sorted { $0.0 < $1.0 }.flatMap { next(of: $0.1) }
    }

    /// Frees room of a connection, and starts the requests that have room then.
    ///
    /// Other connections' requests get room only when the total passes the server's limit or twice that, so they
    /// needn't be checked for each sent piece.
    private mutating func changing(_ free: (inout Self) -> Void, of connection: ObjectIdentifier) -> [Ready] {
        let before = unsent + estimated
        free(&self)
        guard queued > 0 else { return [] }
        let after = unsent + estimated
        let isPassed = [limits.server, 2 * limits.server].contains { after < $0 && $0 <= before }
        return isPassed ? next() : next(of: connection)
    }

    /// Starts the requests of a connection for which there is room.
    mutating func next(of connection: ObjectIdentifier) -> [Ready] {
        var ready: [Ready] = []
        while let waiter = accounts[connection]?.waiting.first, let id = startIfRoom(connection, waiter.estimate) {
            accounts[connection]?.waiting.removeFirst()
            queued -= 1
            forgetIfEmpty(connection)
            ready.append((waiter.continuation, id))
        }
        return ready
    }

    private mutating func startIfRoom(_ connection: ObjectIdentifier, _ estimate: Int) -> UInt64? {
        guard hasRoom(connection) else { return nil }
        let id = nextID()
        if estimate > 0 {
            turns[id] = (connection, estimate, .now)
            addEstimate(estimate, to: connection)
        }
        return id
    }

    private func hasRoom(_ connection: ObjectIdentifier) -> Bool {
        let own = accounts[connection]?.held ?? 0
        return own < limits.connection && unsent + estimated < (own == 0 ? 2 * limits.server : limits.server)
    }

    private mutating func dropOldEstimates() {
        let now = ContinuousClock.now
        for (id, turn) in turns where now - turn.since >= limits.patience {
            turns[id] = nil
            addEstimate(-turn.estimate, to: turn.connection)
        }
    }

    private mutating func addEstimate(_ count: Int, to connection: ObjectIdentifier) {
        estimated += count
        hold(count, connection)
    }

    private mutating func hold(_ count: Int, _ connection: ObjectIdentifier) {
        var account = accounts[connection] ?? Account()
        account.held += count
        accounts[connection] = account.isEmpty ? nil : account
    }

    private mutating func forgetIfEmpty(_ connection: ObjectIdentifier) {
        if accounts[connection]?.isEmpty == true { accounts[connection] = nil }
    }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }
}
