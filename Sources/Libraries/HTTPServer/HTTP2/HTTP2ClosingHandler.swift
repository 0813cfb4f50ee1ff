import NIOCore
import NIOHTTP2

/// Closes a failed connection of HTTP/2 so that the client gets all that was sent.
///
/// The handler is between TLS and HTTP/2. NIO reports a stream's fault and a connection's fault in the same way, and
/// only the GOAWAY frame, which NIO sends for the latter, distinguishes them. A stream's fault needs no action here,
/// because NIO has reset the stream.
final class HTTP2ClosingHandler: ChannelInboundHandler, ChannelOutboundHandler, NIOHTTP2FrameDelegate {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = Never

    private let linger: TimeAmount
    private var hasFailed = false
    private var isClosing = false

    init(linger: TimeAmount) {
        self.linger = linger
    }

    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway(_, let code, _) = frame.payload, code != .noError { hasFailed = true }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !hasFailed { context.fireChannelRead(data) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that sends no more can't acknowledge what it reads, either.
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard hasFailed, !isClosing else { return }
        isClosing = true
        // If both halves were closed while the client still sends, the client would lose the GOAWAY frame.
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: linger) { context.close(promise: nil) }
    }

    /// Closes one turn of the event loop later, because NIO closes before the last frame is flushed, and TLS drops
    /// unflushed data.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.eventLoop.assumeIsolated().execute { context.close(mode: mode, promise: promise) }
    }
}
