import NIOCore

/// Stands before a socket, and buffers the writes while its reader takes nothing.
final class StalledNetwork: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var isStalled = false
    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        for write in held { write.promise?.fail(ChannelError.ioOnClosedChannel) }
        held = []
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        held.append((data, promise))
    }

    func flush(context: ChannelHandlerContext) {
        if !isStalled { take(held.count) }
    }

    /// Takes the oldest writes, as a reader that takes a little.
    func take(_ count: Int) {
        for _ in 0..<min(count, held.count) {
            let write = held.removeFirst()
            context?.write(write.data, promise: write.promise)
        }
        context?.flush()
    }

    /// How many writes wait.
    var count: Int { held.count }
}
