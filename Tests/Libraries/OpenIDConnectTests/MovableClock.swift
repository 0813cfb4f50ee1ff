import FoundationEssentials
import Synchronization

/// A clock that starts at the provider's time and stands still until a test moves it.
final class MovableClock: Sendable {
    private let time = Mutex(FakeProvider.now)

    var date: Date { time.withLock { $0 } }

    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
}
