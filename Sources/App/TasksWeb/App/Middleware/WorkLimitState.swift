import SessionStorage

/// The counts and queues of a ``WorkLimit``.
struct WorkLimitState {
    typealias Continuation = CheckedContinuation<Void, any Error>

    struct Waiter {
        let id: UInt64
        let session: SessionID?
        let continuation: Continuation

        init(_ id: UInt64, _ session: SessionID?, _ continuation: Continuation) {
            self.id = id
            self.session = session
            self.continuation = continuation
        }
    }

    enum Outcome {
        case started, queued, refused
    }

    private let limits: WorkLimit.Limits
    private var running = 0
    /// How many requests of a session are in work or in ``next``.
    private var admitted: [SessionID?: Int] = [:]
    /// The requests that wait for others of their session, the oldest first.
    private var waiting: [SessionID?: [Waiter]] = [:]
    /// The requests that wait for any other, the oldest first.
    private var next: [Waiter] = []
    /// The number of waiting requests.
    private(set) var queued = 0
    private var lastID: UInt64 = 0

    init(_ limits: WorkLimit.Limits) {
        self.limits = limits
    }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Starts a request unless it has to wait.
    mutating func start(_ session: SessionID?) -> Bool {
        // If others wait for the process, or for this session, the bound is reached.
        guard running < limits.process, admit(session) else { return false }
        running += 1
        return true
    }

    /// Queues a request if it can't be started.
    mutating func wait(_ waiter: Waiter) -> Outcome {
        if start(waiter.session) { return .started }
        let own = waiting[waiter.session]?.count ?? 0
        guard queued < limits.queue, own < limits.queueOfSession else { return .refused }
        queued += 1
        if admit(waiter.session) {
            next.append(waiter)
        } else {
            waiting[waiter.session, default: []].append(waiter)
        }
        return .queued
    }

    /// - Returns: The request that starts in its place.
    mutating func finish(_ session: SessionID?) -> Continuation? {
        release(session)
        guard !next.isEmpty else {
            running -= 1
            return nil
        }
        queued -= 1
        return next.removeFirst().continuation
    }

    /// Takes a request out of its queue; `nil` if it isn't in one any more.
    mutating func giveUp(_ id: UInt64, of session: SessionID?) -> Continuation? {
        if let index = waiting[session]?.firstIndex(where: { $0.id == id }) {
            return removeWaiting(at: index, of: session)?.continuation
        }
        guard let index = next.firstIndex(where: { $0.id == id }) else { return nil }
        queued -= 1
        let waiter = next.remove(at: index)
        release(session)
        return waiter.continuation
    }

    /// Counts a request if its session's bound allows it.
    private mutating func admit(_ session: SessionID?) -> Bool {
        let bound = session == nil ? limits.withoutSession : limits.session
        func take(_ count: inout Int) -> Bool {
            guard count < bound else { return false }
            count += 1
            return true
        }
        return take(&admitted[session, default: 0])
    }

    /// A request of a session is done, so its oldest waiting one is next.
    private mutating func release(_ session: SessionID?) {
        if !waiting.isEmpty, let waiter = removeWaiting(at: 0, of: session) {
            queued += 1
            return next.append(waiter)
        }
        guard let index = admitted.index(forKey: session) else { return }
        if admitted.values[index] > 1 { admitted.values[index] -= 1 } else { admitted.remove(at: index) }
    }

    private mutating func removeWaiting(at index: Int, of session: SessionID?) -> Waiter? {
        guard let waiter = waiting[session]?.remove(at: index) else { return nil }
        if waiting[session]?.isEmpty == true { waiting[session] = nil }
        queued -= 1
        return waiter
    }
}
