package import FoundationEssentials
import Synchronization

/// A clock that stands still until a test moves it.
package final class TestClock: Sendable {
    /// When tests take place, in UNIX seconds: 2027-01-15T08:00:00Z.
    package static let start: Int64 = 1_800_000_000

    private let base: @Sendable () -> Date
    private let ahead = Mutex<Int64>(0)

    private init(_ base: @escaping @Sendable () -> Date) {
        self.base = base
    }

    package convenience init() {
        self.init { Date(timeIntervalSince1970: TimeInterval(Self.start)) }
    }

    /// A clock that runs as the system's does, and is ahead of it once a test has moved it.
    package static func running() -> TestClock { TestClock { Date() } }

    package var now: Date { base() + TimeInterval(ahead.withLock(\.self)) }
    /// The time in UNIX seconds.
    package var seconds: Int64 { Int64(now.timeIntervalSince1970) }

    package func advance(by seconds: some BinaryInteger) {
        ahead.withLock { $0 += Int64(seconds) }
    }
}
