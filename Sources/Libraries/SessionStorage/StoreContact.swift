import Synchronization

/// Since when the store has responded to this replica's synchronizations without a gap.
///
/// For some seconds after an outage a live replica may not have reached the store again, and its expired lease looks
/// like a dead replica's.
package final class StoreContact: Sendable {
    /// Maximum time between two responses that counts as no gap.
    ///
    /// ``SessionSync`` reads about once a second.
    private static let longestPause = Duration.seconds(2)
    /// How long the store has to respond before a replica that hasn't reached it counts as dead.
    ///
    /// A live one needs at most five seconds after an outage: three for a connection attempt under way, one until the
    /// next attempt, and one until the next write. An attempt to several hosts takes no longer, because they are tried
    /// at once.
    private static let steadyPeriod = Duration.seconds(6)

    private struct Period {
        let start: ContinuousClock.Instant
        var last: ContinuousClock.Instant
    }

    private let period = Mutex<Period?>(nil)

    /// When the present period without a gap started.
    var start: ContinuousClock.Instant? { period.withLock { $0?.start } }

    /// Notes that the store has responded.
    package func noteResponse(at time: ContinuousClock.Instant = .now) {
        period.withLock { period in
            let known = period.flatMap { time - $0.last <= Self.longestPause ? $0.start : nil }
            period = Period(start: known ?? time, last: time)
        }
    }

    /// Notes that the store couldn't be reached, or took no write.
    package func noteFailure() { period.withLock { $0 = nil } }

    /// Whether the store has responded for so long that a live replica has reached it, too.
    ///
    /// In a process that has just started, it hasn't; nor does it ever without a ``SessionSync``.
    package func isSteady(at time: ContinuousClock.Instant = .now) -> Bool {
        guard let period = period.withLock({ $0 }) else { return false }
        return time - period.last <= Self.longestPause && time - period.start >= Self.steadyPeriod
    }
}
