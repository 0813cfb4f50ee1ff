import FoundationEssentials
import Synchronization

/// A clock that stands still until a test sets it.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: Int) {
        time.withLock { $0 += TimeInterval(seconds) }
    }
}
