public import PortableFoundation
import Synchronization

/// A clock that a test moves.
///
/// The application's `RelyingParty` and `WebSignIn` take it as `now: { clock.now }`; ``SignInTest`` gives it to its
/// own.
public final class TestClock: Sendable {
    /// The time at which a clock stands that doesn't run, in UNIX seconds: 2027-01-15T08:00:00Z.
    public static let start: Int64 = 1_800_000_000

    private let base: @Sendable () -> Date
    private let ahead = Mutex<TimeInterval>(0)

    private init(_ base: @escaping @Sendable () -> Date) {
        self.base = base
    }

    /// A clock that stands at ``start`` until a test moves it.
    public convenience init() {
        self.init { Date(timeIntervalSince1970: TimeInterval(Self.start)) }
    }

    /// A clock that runs as the system's does, and is ahead of it once a test has moved it.
    public static func running() -> TestClock { TestClock { Date() } }

    /// The time.
    public var now: Date { base() + ahead.withLock(\.self) }

    /// The time in UNIX seconds.
    public var seconds: Int64 { Int64(now.timeIntervalSince1970) }

    /// Moves the clock forward, or back by a negative duration.
    public func advance(by duration: Duration) {
        ahead.withLock { $0 += duration / .seconds(1) }
    }

    package func advance(by seconds: some BinaryInteger) {
        advance(by: .seconds(seconds))
    }
}
