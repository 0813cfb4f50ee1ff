import DequeModule

/// The state that the pool's threads share: the waiting calls, and whether the database is reachable.
///
/// A pure state machine, so that its rules can be tested without a database.
struct PoolState {
    /// The next action of a thread.
    enum Step {
        case perform(any PendingCall)
        case connect
        /// Wait until something changes, or until the time.
        case wait(until: ContinuousClock.Instant?)
        case end
    }

    /// A time in which the database can't be reached.
    private struct Outage {
        let error: PostgreSQLStorageError
        var failures: Int
        var nextAttempt: ContinuousClock.Instant
    }

    /// The most calls that wait; one more is refused.
    static let capacity = 1000
    /// The first and the longest pause between two attempts to reach the database.
    private static let pauses = (Duration.milliseconds(50), Duration.seconds(1))

    private var calls: Deque<any PendingCall> = []
    private var connected = 0
    /// The threads that are connecting.
    private var connecting = 0
    private var idle = 0
    private var outage: Outage?
    /// No further connection is tried before, because the server would refuse it; without a connection, not before the
    /// threads that are connecting have ended.
    private var fullUntil: ContinuousClock.Instant?
    private var isClosed = false
    /// Goes up with each outage: a connection from before one isn't trusted.
    private(set) var epoch = 0

    /// Hands a call in.
    ///
    /// - Returns: Why it is refused; `nil` if it isn't.
    mutating func submit(_ call: any PendingCall) -> PostgreSQLStorageError? {
        if isClosed { return .shutDown }
        if let outage { return outage.error }
        guard calls.count < Self.capacity else { return .overloaded }
        calls.append(call)
        return nil
    }

    /// The next action of a thread, with a connection or without.
    mutating func next(isConnected: Bool, now: ContinuousClock.Instant) -> Step {
        if isClosed { return .end }
        if isConnected { return calls.isEmpty ? .wait(until: nil) : .perform(calls.removeFirst()) }
        if let outage {
            guard connecting == 0 else { return .wait(until: nil) }
            guard outage.nextAttempt <= now else { return .wait(until: outage.nextAttempt) }
        } else if let fullUntil, connected > 0 ? fullUntil > now : connecting > 0 {
            return .wait(until: calls.isEmpty || connected == 0 ? nil : fullUntil)
        } else if !needsConnection {
            return .wait(until: nil)
        }
        connecting += 1
        return .connect
    }

    /// Whether more calls wait than there are threads that wait with a connection, or have just been woken.
    var needsConnection: Bool { calls.count > idle }

    /// A thread with a connection starts to wait.
    mutating func beginIdling() { idle += 1 }
    mutating func endIdling() { idle -= 1 }

    /// Puts a call that couldn't be started back in its old place.
    ///
    /// - Returns: The reason for a refusal, or `nil`. Once the pool is closed, no thread would fail the call.
    mutating func putBack(_ call: any PendingCall) -> PostgreSQLStorageError? {
        if isClosed { return .shutDown }
        calls.prepend(call)
        return nil
    }

    /// A connection was made.
    ///
    /// - Returns: Whether that ends an outage.
    mutating func connectionMade() -> Bool {
        defer { outage = nil }
        connecting -= 1
        connected += 1
        fullUntil = nil
        return outage != nil
    }

    /// A connection was lost.
    mutating func connectionLost() { connected -= 1 }

    /// A connection could not be made.
    ///
    /// - Returns: The calls that fail because of it, and whether an outage starts.
    mutating func connectionFailed(
        _ error: PostgreSQLStorageError, now: ContinuousClock.Instant
    ) -> (calls: [any PendingCall], isNew: Bool) {
        connecting -= 1
        // If other threads are connected, the server has no more connections; theirs stay in use. If others are still
        // connecting, the last of them decides.
        if connected + connecting > 0, outage == nil {
            fullUntil = now + Self.pauses.1
            return ([], false)
        }
        return beginOutage(error, now: now)
    }

    /// A connection is silent.
    ///
    /// If an outage has started since it was made, newer connections may work.
    ///
    /// - Returns: The calls that fail because of it, and whether an outage starts.
    mutating func connectionSilent(
        _ error: PostgreSQLStorageError, of epoch: Int, now: ContinuousClock.Instant
    ) -> (calls: [any PendingCall], isNew: Bool) {
        epoch == self.epoch ? beginOutage(error, now: now) : ([], false)
    }

    /// The database is unavailable: waiting calls fail, and older connections are not used again.
    private mutating func beginOutage(
        _ error: PostgreSQLStorageError, now: ContinuousClock.Instant
    ) -> (calls: [any PendingCall], isNew: Bool) {
        let failures = outage?.failures ?? 0
        let pause = min(Self.pauses.0 * (1 << min(failures, 10)), Self.pauses.1)
        let isNew = outage == nil
        if isNew { epoch += 1 }
        fullUntil = nil
        outage = Outage(
            error: error, failures: failures + 1, nextAttempt: now + pause * Double.random(in: 0.75...1))
        defer { calls = [] }
        return (Array(calls), isNew)
    }

    /// Ends it all.
    ///
    /// - Returns: The calls that fail by it.
    mutating func close() -> [any PendingCall] {
        isClosed = true
        defer { calls = [] }
        return Array(calls)
    }
}
