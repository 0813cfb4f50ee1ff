import FoundationEssentials
import Synchronization

/// A clock that starts at the real time and is put forward by hand.
final class TestClock: Sendable {
    private let ahead = Mutex<Int64>(0)

    var now: Int64 { ahead.withLock { Int64(Date().timeIntervalSince1970) + $0 } }

    func advance(by seconds: Int64) { ahead.withLock { $0 += seconds } }
}
