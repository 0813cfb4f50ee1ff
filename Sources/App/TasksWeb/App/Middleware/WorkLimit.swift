import Hummingbird
import NIOConcurrencyHelpers
import SessionStorage

/// Bounds the requests that the site works on at once.
///
/// There is a bound for each session, one for all requests without a session, and one for all requests.
///
/// A request past a bound waits, at most for a given time: first for its own session, and only then in the queue of the
/// process. So the requests of one session never wait for more than the bound of another.
final class WorkLimit: Sendable {
    struct Limits: Sendable {
        /// Maximum number of requests of a session that are in work or next.
        var session = 32
        /// Maximum number of requests without a session that are in work or next; it leaves room for users.
        var withoutSession = 256
        /// Maximum number of requests in work.
        ///
        /// A page has some 1.1 MB at most, so all of them fit into the memory of a small machine.
        var process = 512
        /// Maximum number of requests that wait.
        var queue = 4096
        /// Maximum number of waiting requests that have the same session, or none.
        var queueOfSession = 512

        /// The limits of downloads, of which each has a place until its client has read it.
        static let downloads = Limits(
            session: 4, withoutSession: 32, process: 64, queue: 512, queueOfSession: 64)
    }

    /// A started request's place, which is free again once this is released.
    private final class Place: Sendable {
        private let limit: WorkLimit
        private let session: SessionID?

        init(_ limit: WorkLimit, _ session: SessionID?) {
            (self.limit, self.session) = (limit, session)
        }

        deinit { limit.finish(session) }
    }

    private let patience: Duration
    private let state: NIOLockedValueBox<WorkLimitState>

    /// - Parameter patience: How long a request waits.
    init(patience: Duration, _ limits: Limits = Limits()) {
        self.patience = patience
        state = NIOLockedValueBox(WorkLimitState(limits))
    }

    /// The number of waiting requests.
    var queued: Int { state.withLockedValue { $0.queued } }

    /// Starts a request if it needn't wait.
    ///
    /// - Returns: `false` if it has to ``wait(_:)``.
    func start(_ session: SessionID?) -> Bool { state.withLockedValue { $0.start(session) } }

    /// Waits until a request may start, or until the task is cancelled.
    ///
    /// - Throws: ``PageError`` if it takes too long or too many wait, and `CancellationError`.
    func wait(_ session: SessionID?) async throws {
        let id = state.withLockedValue { $0.nextID() }
        let timer = Task {
            try await Task.sleep(for: patience)
            giveUp(id, of: session, Self.busy)
        }
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch state.withLockedValue({ $0.wait(WorkLimitState.Waiter(id, session, continuation)) }) {
                case .started: continuation.resume()
                case .refused: continuation.resume(throwing: Self.busy)
                // A cancellation before the request was queued has found nothing to take out, so it is repeated here.
                case .queued: if Task.isCancelled { giveUp(id, of: session, CancellationError()) }
                }
            }
        } onCancel: {
            giveUp(id, of: session, CancellationError())
        }
        if Task.isCancelled {
            finish(session)
            throw CancellationError()
        }
    }

    /// Makes a response whose body is work as well, because it is made while it is sent.
    ///
    /// The request has its place until the body is sent, or dropped.
    func hold(_ session: SessionID?, _ respond: () async throws -> Response) async throws -> Response {
        if !start(session) { try await wait(session) }
        let place = Place(self, session)
        var response = try await respond()
        guard response.body.contentLength == nil else { return response }
        let body = response.body
        response.body = ResponseBody { writer in
            try await body.write(writer)
            withExtendedLifetime(place) {}
        }
        return response
    }

    /// Notes that a started request has its response.
    func finish(_ session: SessionID?) {
        state.withLockedValue { $0.finish(session) }?.resume()
    }

    private func giveUp(_ id: UInt64, of session: SessionID?, _ error: any Error) {
        state.withLockedValue { $0.giveUp(id, of: session) }?.resume(throwing: error)
    }

    private static let busy = PageError(.siteBusy(retryAfter: 5), detail: "too many requests are in work")
}
