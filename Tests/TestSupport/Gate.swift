/// Holds whoever comes until a test opens it, and tells the test that somebody has come.
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

    /// Waits until somebody is held.
    public func waitForArrival() async {
        for await _ in arrivals.stream { return }
    }

    /// Lets whoever is held go on, and everybody after.
    public func open() { opening.continuation.finish() }
}
