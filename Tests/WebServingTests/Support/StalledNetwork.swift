import NIOCore

/// Stands before a socket, and holds what is written while its reader takes nothing.
final class StalledNetwork: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var isStalled = false

    func flush(context: ChannelHandlerContext) {
        if !isStalled { context.flush() }
    }
}
