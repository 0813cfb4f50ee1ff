import Synchronization

/// Holds whoever comes until it is opened, and tells when somebody has come.
final class Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let opening = AsyncStream<Void>.makeStream()

    func pass() async {
        arrivals.continuation.yield()
        for await _ in opening.stream { return }
    }

    func arrival() async {
        for await _ in arrivals.stream { return }
    }

    func open() { opening.continuation.finish() }
}
