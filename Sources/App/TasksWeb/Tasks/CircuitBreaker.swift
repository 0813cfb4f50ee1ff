import HTTPTransport
import NIOConcurrencyHelpers

/// Makes calls to a service that has stopped to respond fail at once, so that users don't wait for each of them.
///
/// The breaker opens after five time-outs in a row. Two seconds later it lets one call through, which closes it or
/// opens it again.
package final class CircuitBreaker: Sendable {
    private enum State {
        case closed(timeOuts: Int)
        case open(until: ContinuousClock.Instant)
        /// One call is let through.
        case trial
    }

    private static let threshold = 5
    private static let pause = Duration.seconds(2)

    private let timeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = NIOLockedValueBox(State.closed(timeOuts: 0))

    /// - Parameter timeout: The usual timeout. That a call with a shorter one timed out says nothing about the service.
    init(timeout: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.timeout = timeout
        self.now = now
    }

    /// Whether calls are suspended, but for the one that tries the service.
    var isOpen: Bool {
        let now = now()
        return state.withLockedValue { state in
            switch state {
            case .closed: false
            case .open(let end): now < end
            case .trial: true
            }
        }
    }

    /// Starts a call, unless calls are suspended.
    ///
    /// - Returns: Whether the call is the one that is let through.
    /// - Throws: ``TasksAPIError/suspended(seconds:)``.
    func start() throws(TasksAPIError) -> Bool {
        let now = now()
        let result = state.withLockedValue { state -> Result<Bool, TasksAPIError> in
            switch state {
            case .closed: return .success(false)
            case .open(let end) where end <= now:
                state = .trial
                return .success(true)
            case .open(let end):
                return .failure(.suspended(seconds: max(1, Int((end - now + .milliseconds(999)) / .seconds(1)))))
            case .trial: return .failure(.suspended(seconds: 1))
            }
        }
        return try result.get()
    }

    /// The service has responded.
    func succeed() { state.withLockedValue { $0 = .closed(timeOuts: 0) } }

    /// The call has failed.
    ///
    /// - Parameters:
    ///   - timeout: The call's time limit.
    ///   - isTrial: The result of ``start()``.
    func fail(_ error: any Error, timeout: Duration, isTrial: Bool) {
        if let error = error as? TransportError, error.kind != .timedOut || timeout >= self.timeout || isTrial {
            fail(isTimeOut: error.kind == .timedOut, isTrial: isTrial)
        } else if isTrial {
            // The caller was cancelled, or hasn't waited for long.
            abandonTrial()
        }
    }

    private func fail(isTimeOut: Bool, isTrial: Bool) {
        let end = now() + Self.pause
        state.withLockedValue { state in
            switch state {
            case .closed(let timeOuts) where isTimeOut:
                state = timeOuts + 1 < Self.threshold ? .closed(timeOuts: timeOuts + 1) : .open(until: end)
            case .closed: state = .closed(timeOuts: 0)
            case .trial where isTrial: state = isTimeOut ? .open(until: end) : .closed(timeOuts: 0)
            // The outcome of an earlier call is no news.
            case .open, .trial: break
            }
        }
    }

    /// Leaves it to the next call to try the service.
    private func abandonTrial() {
        let now = now()
        state.withLockedValue { if case .trial = $0 { $0 = .open(until: now) } }
    }
}
