import HTTPTransport
import Synchronization

/// Makes calls to a service that has stopped to respond fail at once, so that people don't wait for each of them.
///
/// It opens after five time-outs in a row. Two seconds later it lets one call through, which closes it or opens it
/// again.
final class CircuitBreaker: Sendable {
    /// The calls are suspended for about so many seconds.
    struct Suspended: Error {
        let seconds: Int
    }

    private enum State {
        case closed(timeOuts: Int)
        case open(until: ContinuousClock.Instant)
        /// One call is let through.
        case trial
    }

    private static let threshold = 5
    private static let pause = Duration.seconds(2)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State.closed(timeOuts: 0))

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Whether calls are suspended.
    var isOpen: Bool {
        let now = now()
        return state.withLock { if case .open(let end) = $0 { now < end } else { false } }
    }

    /// Makes a call, unless calls are suspended.
    ///
    /// - Throws: ``Suspended``, and what the call throws.
    func call<Response: Sendable>(_ body: () async throws -> Response) async throws -> Response {
        let isTrial = try begin()
        do {
            let response = try await body()
            state.withLock { $0 = .closed(timeOuts: 0) }
            return response
        } catch let error as TransportError {
            fail(isTimeOut: error.kind == .timedOut, isTrial: isTrial)
            throw error
        } catch {
            // It says nothing about the service: the caller has gone, or had no token for the call.
            if isTrial { suspend(for: .zero) }
            throw error
        }
    }

    /// - Returns: Whether the call is the one that is let through.
    private func begin() throws(Suspended) -> Bool {
        let now = now()
        return try state.withLock { state throws(Suspended) in
            switch state {
            case .closed: return false
            case .open(let end) where end <= now:
                state = .trial
                return true
            case .open(let end): throw Suspended(seconds: max(1, Int((end - now + .milliseconds(999)) / .seconds(1))))
            case .trial: throw Suspended(seconds: 1)
            }
        }
    }

    private func fail(isTimeOut: Bool, isTrial: Bool) {
        if isTrial, isTimeOut { return suspend(for: Self.pause) }
        let end = now() + Self.pause
        state.withLock { state in
            switch state {
            case .closed(let timeOuts) where isTimeOut:
                state = timeOuts + 1 < Self.threshold ? .closed(timeOuts: timeOuts + 1) : .open(until: end)
            case .closed: state = .closed(timeOuts: 0)
            case .trial where isTrial: state = .closed(timeOuts: 0)
            // A call that was made before says nothing new.
            case .open, .trial: break
            }
        }
    }

    private func suspend(for pause: Duration) {
        let end = now() + pause
        state.withLock { $0 = .open(until: end) }
    }
}
