import Synchronization

/// A clock that stands still until a test sets it.
final class TestClock: Sendable {
    /// When the tests take place, in UNIX seconds.
    static let start: Int64 = 1_800_000_000

    private let time = Mutex(start)

    var seconds: Int64 { time.withLock { $0 } }
    /// The clock as a function, for code that needs the time.
    var now: @Sendable () -> Int64 { { self.seconds } }

    func advance(by added: Int64) {
        time.withLock { $0 += added }
    }
}
