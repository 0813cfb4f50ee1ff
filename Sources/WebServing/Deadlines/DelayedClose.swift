import NIOCore

/// Closes a connection of HTTP/2 a turn of the event loop later than it is told to; it sits behind TLS, which would drop what isn't flushed.
///
/// Where the last stream of a connection that is to end has been answered, the close is asked for while the answer's last frame is being written,
/// before it is flushed: at once it would take the answer away.
final class DelayedClose: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = Never

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.eventLoop.assumeIsolated().execute { context.close(mode: mode, promise: promise) }
    }
}
