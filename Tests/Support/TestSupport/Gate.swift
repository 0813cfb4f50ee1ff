import Synchronization

/// Blocks callers until a test opens it, and lets the test wait for a caller.
///
/// A cancelled caller goes on alone.
public final class Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    /// The callers that are blocked; `nil` once the gate is open.
    private let blocked = Mutex<[AsyncStream<Void>.Continuation]?>([])

    /// A gate that is closed.
    public init() {}

    /// Returns once the gate is open.
    public func pass() async {
        let (opening, continuation) = AsyncStream.makeStream(of: Void.self)
        blocked.withLock { blocked in
            if blocked == nil { continuation.finish() } else { blocked?.append(continuation) }
        }
        arrivals.continuation.yield()
        for await _ in opening {}
    }

    /// Waits until a caller is blocked.
    public func waitForArrival() async {
        for await _ in arrivals.stream { return }
    }

    /// Lets the blocked callers go on, and all later ones.
    public func open() {
        let callers = blocked.withLock { blocked in
            defer { blocked = nil }
            return blocked ?? []
        }
        for caller in callers { caller.finish() }
    }
}
