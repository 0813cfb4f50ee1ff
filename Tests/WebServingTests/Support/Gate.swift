import Synchronization

/// Holds whoever comes until a test opens it, and tells the test who has come.
final class Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let opening = AsyncStream<Void>.makeStream()

    /// Called by whoever is to be held; one at a time.
    func pass() async {
        arrivals.continuation.yield()
        for await _ in opening.stream { return }
    }

    /// Waits until somebody is held.
    func waitForArrival() async {
        for await _ in arrivals.stream { return }
    }

    func open() {
        opening.continuation.yield()
    }
}
