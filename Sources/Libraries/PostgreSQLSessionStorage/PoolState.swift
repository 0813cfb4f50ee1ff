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

    /// Maximum number of waiting calls; one more is refused.
    static let capacity = 1000
    /// How long a call waits for its turn until it fails.
    ///
    /// With one silent statement after it, a call still ends before the default `apiTimeout`.
    static let longestWait = Duration.seconds(3)
    /// The first and the longest pause between two attempts to reach the database.
    private static let pauses = (Duration.milliseconds(50), Duration.milliseconds(500))

    /// The result of a call that writes.
    enum WriteOutcome {
        /// The call has changed something, which is committed.
        case committed
        /// The call has failed, or had nothing to change.
        case nothing
        /// The server hasn't responded in time.
        case silent(PostgreSQLStorageError)
    }

    private var reads: Deque<any PendingCall> = []
    private var writes: Deque<any PendingCall> = []
    /// How many calls that write are under way.
    private var running = 0
    /// Maximum number of calls that write at a time, so that one connection is left for reads.
    private let mostWrites: Int
    /// Why no commit gets through, since a call that wrote was silent; then one is tried at a time.
    private var stall: PostgreSQLStorageError?
    /// Whether a new connection has yet to show that the server responds at all.
    private var isStallUnproven = false
    private var connected = 0
    private var connecting = 0
    /// The threads that wait with a connection, or have been woken and aren't back yet.
    private(set) var idle = 0
    private var outage: Outage?
    /// No further connection is tried before, because the server would refuse it; without a connection, not before the
    /// threads that are connecting have ended.
    private var fullUntil: ContinuousClock.Instant?
    private(set) var isClosed = false
    /// Goes up with each outage: a connection from before one isn't trusted.
    private(set) var epoch = 0

    /// - Parameter connectionCount: Maximum number of connections.
    init(connectionCount: Int) {
        mostWrites = max(1, connectionCount - 1)
    }

    /// Hands a call in.
    ///
    /// - Returns: Why it is refused; `nil` if it isn't.
    mutating func submit(_ call: any PendingCall) -> PostgreSQLStorageError? {
        if isClosed { return .shutDown }
        if let outage { return outage.error }
        guard reads.count + writes.count < Self.capacity else { return .overloaded }
        if call.access == .reading { reads.append(call) } else { writes.append(call) }
        return nil
    }

    /// The next action of a thread, with a connection or without.
    mutating func next(isConnected: Bool, now: ContinuousClock.Instant) -> Step {
        if isClosed { return .end }
        if isConnected { return takeCall().map { .perform($0) } ?? .wait(until: nil) }
        if let outage {
            guard connecting == 0 else { return .wait(until: nil) }
            guard outage.nextAttempt <= now else { return .wait(until: outage.nextAttempt) }
        } else if isStallUnproven {
            isStallUnproven = false
        } else if let fullUntil, connected > 0 ? fullUntil > now : connecting > 0 {
            return .wait(until: startable == 0 || connected == 0 ? nil : fullUntil)
        } else if !needsConnection {
            return .wait(until: nil)
        }
        connecting += 1
        return .connect
    }

    /// The call whose turn it is: the oldest that may start; one that writes is under way from then on.
    private mutating func takeCall() -> (any PendingCall)? {
        guard mayWrite, let write = writes.first else { return reads.popFirst() }
        if let read = reads.first, read.started < write.started { return reads.popFirst() }
        running += 1
        return writes.popFirst()
    }

    /// Whether one more call that writes may start.
    private var mayWrite: Bool { running < (stall == nil ? mostWrites : 1) }

    /// Takes the calls that have waited too long.
    ///
    /// All connections can be silent at once, and a commit can wait for a standby, or for a disk, for as long as the
    /// server likes.
    ///
    /// - Returns: Those calls, the error by which they fail, and the time at which the next one has waited too long;
    ///   `nil` if none waits.
    mutating func takeLate(
        now: ContinuousClock.Instant
    ) -> (calls: [any PendingCall], error: PostgreSQLStorageError, next: ContinuousClock.Instant?) {
        let lateReads = reads.prefix { $0.started + Self.longestWait <= now }
        let lateWrites = writes.prefix { $0.started + Self.longestWait <= now }
        reads.removeFirst(lateReads.count)
        writes.removeFirst(lateWrites.count)
        let oldest = [reads.first?.started, writes.first?.started].compactMap(\.self).min()
        return (Array(lateReads) + lateWrites, stall ?? .overloaded, oldest.map { $0 + Self.longestWait })
    }

    /// How many waiting calls may start.
    var startable: Int {
        reads.count + min(writes.count, max(0, (stall == nil ? mostWrites : 1) - running))
    }

    /// Whether more calls may start than there are threads that wait with a connection, or have just been woken.
    var needsConnection: Bool { startable > idle }

    /// A call that writes has ended.
    ///
    /// - Returns: Whether commits have just stopped getting through, or get through again.
    mutating func endWrite(_ outcome: WriteOutcome) -> StallChange? {
        running -= 1
        switch outcome {
        case .nothing: return nil
        case .committed: return stall.take() == nil ? nil : .ended
        case .silent(let error):
            isStallUnproven = true
            defer { stall = error }
            return stall == nil ? .started : nil
        }
    }

    /// The start or the end of a stall, for the log.
    enum StallChange { case started, ended }

    /// A thread with a connection starts to wait.
    mutating func beginIdling() { idle += 1 }
    mutating func endIdling() { idle -= 1 }

    /// Puts a call that couldn't be started back in its old place.
    ///
    /// - Returns: The reason for a refusal, or `nil`. Once the pool is closed, no thread would fail the call.
    mutating func putBack(_ call: any PendingCall) -> PostgreSQLStorageError? {
        if isClosed { return .shutDown }
        if call.access == .reading { reads.prepend(call) } else { writes.prepend(call) }
        return nil
    }

    /// A connection was made.
    ///
    /// - Returns: Whether that ends an outage, after which the database can be written as far as is known.
    mutating func connectionMade() -> Bool {
        defer { outage = nil }
        connecting -= 1
        connected += 1
        fullUntil = nil
        return outage != nil && stall == nil
    }

    mutating func connectionLost() { connected -= 1 }

    /// A connection could not be made.
    ///
    /// - Returns: The calls that fail because of it, and whether an outage starts.
    mutating func connectionFailed(
        _ error: PostgreSQLStorageError, now: ContinuousClock.Instant
    ) -> (calls: [any PendingCall], isNew: Bool) {
        connecting -= 1
        // If other threads are connected, the server has no more connections; theirs stay in use, unless it has been
        // silent. If others are still connecting, the last of them decides.
        if connected + connecting > 0, outage == nil, stall == nil {
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
        let isNew = outage == nil && stall == nil
        if outage == nil { epoch += 1 }
        fullUntil = nil
        outage = Outage(
            error: error, failures: failures + 1, nextAttempt: now + pause * Double.random(in: 0.75...1))
        return (takeAll(), isNew)
    }

    /// Ends it all.
    ///
    /// - Returns: The calls that fail by it.
    mutating func close() -> [any PendingCall] {
        isClosed = true
        return takeAll()
    }

    private mutating func takeAll() -> [any PendingCall] {
        defer { (reads, writes) = ([], []) }
        return Array(reads) + Array(writes)
    }
}
