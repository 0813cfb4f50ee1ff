import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// What the server's own parser leaves open: header fields past the limit are answered with 431, and a connection whose request was too large is
/// closed once its answer is out, instead of being read to the request's end.
final class RequestGuardHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client whose request was too large may take to read the answer.
    private static let linger = TimeAmount.seconds(2)

    private var isClosing = false
    private var awaitsAnswer = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: awaitsAnswer = true
        case .body where isClosing: return
        default: break
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !awaitsAnswer, case HTTPParserError.headerOverflow = error else { return context.fireErrorCaught(error) }
        isClosing = true
        let fields: HTTPFields = [.contentLength: "0", .connection: "close"]
        context.write(wrapOutboundOut(.head(HTTPResponse(status: .requestHeaderFieldsTooLarge, headerFields: fields))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeSoon(context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status == .contentTooLarge:
            isClosing = true
            if !isStream(context.channel) { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isClosing:
            context.writeAndFlush(data, promise: promise)
            closeSoon(context)
        case .end:
            awaitsAnswer = false
            context.write(data, promise: promise)
        default:
            context.write(data, promise: promise)
        }
    }

    /// Whether this is one request of an HTTP/2 connection, where `Connection` makes a response malformed (RFC 9113, section 8.2.2).
    ///
    /// Its parent is the connection, as a connection's is the listening socket.
    private func isStream(_ channel: any Channel) -> Bool {
        channel.parent?.parent != nil
    }

    /// Ends our half first: closing at once while the client still sends would take the answer away from it.
    private func closeSoon(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.linger) { channel.close(promise: nil) }
    }
}
