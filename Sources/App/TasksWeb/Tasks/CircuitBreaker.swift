import HTTPTransport
import Synchronization

/// Makes calls to a service that has stopped to respond fail at once, so that users don't wait for each of them.
///
/// It opens after five time-outs in a row. Two seconds later it lets one call through, which closes it or opens it
/// again.
final class CircuitBreaker: Transport {
    private enum State {
        case closed(timeOuts: Int)
        case open(until: ContinuousClock.Instant)
        /// One call is let through.
        case trial
    }

    private static let threshold = 5
    private static let pause = Duration.seconds(2)

    private let base: any Transport
    private let timeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State.closed(timeOuts: 0))

    /// - Parameters:
    ///   - base: Makes the calls.
    ///   - timeout: The usual timeout. That a call with a shorter one timed out says nothing about the service.
    init(
        _ base: any Transport, timeout: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.base = base
        self.timeout = timeout
        self.now = now
    }

    /// Whether calls are suspended, but for the one that tries the service.
    var isOpen: Bool {
        let now = now()
        return state.withLock { state in
            switch state {
            case .closed: false
            case .open(let end): now < end
            case .trial: true
            }
        }
    }

    /// Sends a request, unless calls are suspended.
    ///
    /// - Throws: ``TasksAPIError/suspended(seconds:)``, and what the transport below throws.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await call(countsTimeOut: request.timeout >= timeout) { try await base.send(request) }
    }

    func call<Response: Sendable>(countsTimeOut: Bool = true, _ body: () async throws -> Response) async throws
        -> Response
    {
        let isTrial = try begin()
        do {
            let response = try await body()
            succeed()
            return response
        } catch let error as TransportError where error.kind != .timedOut || countsTimeOut || isTrial {
            fail(isTimeOut: error.kind == .timedOut, isTrial: isTrial)
            throw error
        } catch {
            // The caller was cancelled, or hasn't waited for long.
            if isTrial { abandonTrial() }
            throw error
        }
    }

    /// - Returns: Whether the call is the one that is let through.
    private func begin() throws(TasksAPIError) -> Bool {
        let now = now()
        return try state.withLock { state throws(TasksAPIError) in
            switch state {
            case .closed: return false
            case .open(let end) where end <= now:
                state = .trial
                return true
            case .open(let end): throw .suspended(seconds: max(1, Int((end - now + .milliseconds(999)) / .seconds(1))))
            case .trial: throw .suspended(seconds: 1)
            }
        }
    }

    /// The service has responded.
    func succeed() { state.withLock { $0 = .closed(timeOuts: 0) } }

    private func fail(isTimeOut: Bool, isTrial: Bool) {
        let end = now() + Self.pause
        state.withLock { state in
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
        state.withLock { if case .trial = $0 { $0 = .open(until: now) } }
    }
}
