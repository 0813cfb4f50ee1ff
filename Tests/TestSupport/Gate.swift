/// Blocks callers until a test opens it, and lets the test wait for a caller.
public final class Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let opening = AsyncStream<Void>.makeStream()

    /// A gate that is closed.
    public init() {}

    /// Returns once the gate is open.
    public func pass() async {
        arrivals.continuation.yield()
        for await _ in opening.stream { return }
    }

    /// Waits until a caller is blocked.
    public func waitForArrival() async {
        for await _ in arrivals.stream { return }
    }

    /// Lets the blocked callers go on, and all later ones.
    public func open() { opening.continuation.finish() }
}
