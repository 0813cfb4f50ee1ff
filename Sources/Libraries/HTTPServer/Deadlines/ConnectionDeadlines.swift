import HummingbirdCore
import Logging
import NIOCore

/// Closes a connection whose client sends a request too slowly, or sends no more requests.
///
/// As the first handler of a connection's pipeline it sees each byte before any parser. The socket is closed directly,
/// without TLS's closing handshake, which a client could delay.
final class ConnectionDeadlines: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        /// No request has come yet.
        case opening
        /// A request after the first has started to come.
        case headers
        /// Requests are being read or served; their own handlers have the deadlines.
        case serving
        case idle
    }

    private let deadlines: ClientDeadlines
    private var deadline: MovableDeadline?
    private var context: ChannelHandlerContext?
    private var phase = Phase.opening
    private var requests = 0
    /// The open requests of whose responses something waits to be sent.
    private var unread = 0
    /// When the client last took a part of a response.
    private(set) var lastProgress: NIODeadline?
    /// Whether bytes have come that belong to a request without a head so far.
    private var hasStarted = false
    /// Whether a handler of the pipeline can respond to a request whose head is incomplete.
    private var canRespond = false
    /// With HTTP/2, bytes need not belong to a request.
    private var isMultiplexed = false
    /// Whether the server stops, so that the connection closes once it has no request.
    private var isStopping = false
    /// Whether a request has been served meanwhile.
    private var hasServedWhileStopping = false

    init(_ deadlines: ClientDeadlines) {
        self.deadlines = deadlines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        deadline = MovableDeadline(on: context.eventLoop) { [weak self] in self?.passed() }
        deadline?.set(deadlines.headers)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch phase {
        case .opening:
            hasStarted = true
        case .idle where !isMultiplexed:
            hasStarted = true
            phase = .headers
            deadline?.set(deadlines.headers)
        default: break
        }
        context.fireChannelRead(data)
    }

    /// When the server stops, a connection without a request is closed, whatever its client does.
    ///
    /// The handlers that follow close it too, but TLS waits for the client's `close_notify`, and before the end of the
    /// handshake none of them is there.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard event is ChannelShouldQuiesceEvent else { return }
        isStopping = true
        dropIfStopped()
    }

    /// Splits the bytes that TLS has made of many pieces at once.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        while let piece = bytes.readPiece() {
            let sent = context.eventLoop.makePromise(of: Void.self)
            sent.futureResult.assumeIsolated().whenSuccess { self.progressed(at: context.eventLoop.now) }
            context.write(wrapOutboundOut(piece), promise: sent)
        }
        context.write(wrapOutboundOut(bytes), promise: promise)
    }

    /// The connection speaks HTTP/1.1 from now on; earlier bytes were TLS's.
    func speaksHTTP1() {
        canRespond = true
        hasStarted = false
    }

    /// A request's head is there.
    ///
    /// - Parameter isOnStream: Whether it came on a stream of HTTP/2.
    func requestStarted(isOnStream: Bool) {
        isMultiplexed = isMultiplexed || isOnStream
        requests += 1
        hasStarted = false
        phase = .serving
        deadline?.clear()
    }

    /// A request has been read and served, or given up.
    func requestEnded() {
        requests -= 1
        guard requests == 0 else { return }
        phase = .idle
        deadline?.set(deadlines.idle)
        hasServedWhileStopping = isStopping
        dropIfStopped()
    }

    /// The client took a part of a response.
    func progressed(at time: NIODeadline) {
        lastProgress = time
    }

    /// A response has bytes that wait to be sent, or has none any more.
    func isUnread(_ isUnread: Bool) {
        unread += isUnread ? 1 : -1
        dropIfStopped()
    }

    /// Whether the client has read no bytes of any open response for so long.
    ///
    /// A request that the application still handles may be another user's, behind a proxy.
    ///
    /// - Parameter isFull: Whether further requests wait because so much of the connection is unread.
    func isStalled(for duration: TimeAmount, isFull: Bool) -> Bool {
        guard isFull || unread == requests else { return false }
        guard let lastProgress, let now = context?.eventLoop.now else { return true }
        return now - lastProgress >= duration
    }

    /// Closes the socket.
    func drop() {
        context?.close(promise: nil)
    }

    private func dropIfStopped() {
        guard isStopping, requests == 0, unread == 0, let context else { return }
        // Handlers that follow may still send their last bytes in this turn of the event loop.
        context.eventLoop.assumeIsolated().scheduleTask(in: isMultiplexed ? multiplexedRest : .zero) { [weak self] in
            if let self, self.requests == 0, self.unread == 0 { self.drop() }
        }
    }

    /// How much longer a connection of HTTP/2 without a request stays open when the server stops.
    ///
    /// A client that still reads a response sends WINDOW_UPDATE frames. If the socket were closed before they come, the
    /// system would drop unsent bytes.
    private var multiplexedRest: TimeAmount {
        hasServedWhileStopping ? deadlines.farewell : deadlines.crossing
    }

    private func passed() {
        guard let context else { return }
        switch phase {
        case .serving:
            return
        case .opening, .headers:
            guard canRespond, hasStarted else { return drop() }
            context.fireUserInboundEventTriggered(SlowRequest())
        case .idle:
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        context.eventLoop.assumeIsolated().scheduleTask(in: deadlines.farewell) { [weak self] in
            // A request that crossed the GOAWAY on its way is still served.
            guard let self, self.requests == 0 else { return }
            self.drop()
        }
    }
}

/// A connection whose client has only so much time, and which is counted.
struct TimedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let deadlines: ClientDeadlines
    let metrics: ServerMetrics?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        metrics?.connectionOpened(channel)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionDeadlines(deadlines), position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

extension Channel {
    /// Whether this is one request of an HTTP/2 connection.
    ///
    /// Its parent is the connection, as a connection's is the listening socket.
    var isHTTP2Stream: Bool { parent?.parent != nil }
}

/// An event for the handler that can respond when a request's head took too long to arrive.
struct SlowRequest: Sendable {}
