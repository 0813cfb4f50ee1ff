import NIOConcurrencyHelpers
import NIOCore
import Synchronization

/// Limits the unread bytes of responses, for each connection and for the server.
///
/// Past a limit, further requests wait before the application runs, so that no new page is made while others are
/// unsent.
///
/// A connection reaches its own limit first, so one client that doesn't read delays only itself. Past the server's
/// limit, up to twice of it, only connections without unsent responses are served. Past that all wait, so very many
/// clients that don't read delay others until ``RequestDeadlines`` drops their responses, which ``isFull`` makes it do
/// sooner. How many requests are in work is for the application to bound: a request counts here with an estimate, and
/// only for a while.
final class ResponseBudget: Sendable {
    struct Limits: Sendable {
        var connection = 4 * 1024 * 1024
        var server = 64 * 1024 * 1024
        /// The estimated size of a GET's response that isn't written yet.
        ///
        /// Other methods have no estimate, because their body may never arrive.
        var estimate = 512 * 1024
        /// How long the estimate is used.
        ///
        /// A request that takes longer waits for something else, and must not delay others.
        var patience = Duration.seconds(1)
        /// Maximum number of requests that wait.
        var queue = 4096
    }

    /// Too many requests wait already.
    struct FullError: Error {}

    /// A request that the application works on.
    struct Turn: Sendable {
        fileprivate let id: UInt64
    }

    private let limits: Limits
    private let state: NIOLockedValueBox<ResponseBudgetState>
    /// Whether a check for expired estimates is scheduled.
    private let isScheduled = Mutex(false)

    convenience init(_ limits: ServerLimits) {
        self.init(
            Limits(
                connection: limits.connectionUnsentBytes, server: limits.unsentBytes, queue: limits.waitingRequests))
    }

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        state = NIOLockedValueBox(ResponseBudgetState(limits: limits))
    }

    /// Whether the server's bound is reached by bytes that wait to be sent.
    var isFull: Bool { state.withLockedValue { $0.unsent >= limits.server } }

    /// Whether requests of a channel's connection wait.
    func holdsUp(_ channel: any Channel) -> Bool { state.withLockedValue { $0.hasQueue(Self.connection(of: channel)) } }

    /// The number of waiting requests.
    var queued: Int { state.withLockedValue { $0.queued } }

    /// Waits until the application may work on a request, or until the task is cancelled.
    ///
    /// - Parameters:
    ///   - channel: The request's channel: a connection of HTTP/1 or a stream of HTTP/2.
    ///   - isEstimated: Whether the response is estimated before it is written.
    /// - Throws: ``FullError``, or `CancellationError`.
    func start(on channel: any Channel, isEstimated: Bool = true) async throws -> Turn {
        let connection = Self.connection(of: channel)
        let estimate = isEstimated ? limits.estimate : 0
        if let id = state.withLockedValue({ $0.start(on: connection, estimate: estimate) }) { return Turn(id: id) }
        let waiter = state.withLockedValue { $0.nextID() }
        let turn = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // There may be room by now, and no other event would signal it.
                let (isQueued, ready) = state.withLockedValue { state in
                    (state.wait(waiter, on: connection, estimate, continuation), state.next(of: connection))
                }
                guard isQueued else { return continuation.resume(throwing: FullError()) }
                resume(ready)
                schedule(on: channel.eventLoop)
                if Task.isCancelled { giveUp(waiter, connection) }
            }
        } onCancel: {
            giveUp(waiter, connection)
        }
        // The streams of a closed connection make room for one another, but none is to start any more.
        guard !Task.isCancelled else {
            finish(Turn(id: turn))
            throw CancellationError()
        }
        return Turn(id: turn)
    }

    private func giveUp(_ waiter: UInt64, _ connection: ObjectIdentifier) {
        state.withLockedValue { $0.giveUp(waiter, of: connection) }?.resume(throwing: CancellationError())
    }

    /// Notes that the response to a request is written, or that its client has disconnected.
    func finish(_ turn: Turn) {
        resume(state.withLockedValue { $0.finish(turn.id) })
    }

    /// Bytes of a response were written to a channel.
    func wrote(_ count: Int, to channel: any Channel) {
        let connection = Self.connection(of: channel)
        state.withLockedValue { $0.add(count, to: connection) }
    }

    /// Bytes of a response were sent, or dropped with their channel.
    func sent(_ count: Int, by channel: any Channel) {
        let connection = Self.connection(of: channel)
        resume(state.withLockedValue { $0.release(count, of: connection) })
    }

    /// Estimates expire without an event, so they are checked from time to time while requests wait.
    private func schedule(on loop: any EventLoop) {
        let isFirst = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        guard isFirst else { return }
        loop.scheduleTask(in: TimeAmount(limits.patience)) { [self] in
            isScheduled.withLock { $0 = false }
            resume(state.withLockedValue { $0.next() })
            if queued > 0 { schedule(on: loop) }
        }
    }

    private func resume(_ ready: [ResponseBudgetState.Ready]) {
        for (continuation, id) in ready { continuation.resume(returning: id) }
    }

    private static func connection(of channel: any Channel) -> ObjectIdentifier {
        ObjectIdentifier((channel.isHTTP2Stream ? channel.parent : nil) ?? channel)
    }
}
