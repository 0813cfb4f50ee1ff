import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// What the server's own parser leaves open: header fields past the limit are answered with 431, a request that comes too slowly with 408, and a
/// connection whose request was refused so is closed once its answer is out, instead of being read to the request's end.
final class RequestGuardHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client whose request was refused may take to read the answer.
    private let linger: TimeAmount
    private var isClosing = false
    /// Whether the answer was made here; what the application says to the same request comes too late.
    private var isRefused = false
    private var isAnswering = false
    private var unanswered = 0

    init(linger: Duration) {
        self.linger = TimeAmount(linger)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: unanswered += 1
        case .body where isClosing: return
        default: break
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard unanswered == 0, case HTTPParserError.headerOverflow = error else { return context.fireErrorCaught(error) }
        refuse(.requestHeaderFieldsTooLarge, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is SlowRequest else { return context.fireUserInboundEventTriggered(event) }
        // An answer to this request would be taken for one that is under way, or that an earlier request still waits for.
        guard unanswered <= 1, !isAnswering, !isClosing else { return context.close(promise: nil) }
        refuse(.requestTimeout, context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isRefused {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status == .contentTooLarge:
            (isClosing, isAnswering) = (true, true)
            if !context.channel.isHTTP2Stream { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isClosing:
            context.writeAndFlush(data, promise: promise)
            closeSoon(context)
        case .end:
            unanswered -= 1
            isAnswering = false
            context.write(data, promise: promise)
        case .head(let head):
            isAnswering = head.status.kind != .informational
            context.write(data, promise: promise)
        default:
            context.write(data, promise: promise)
        }
    }

    private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
        (isClosing, isRefused) = (true, true)
        var fields: HTTPFields = [.contentLength: "0"]
        // It makes a response malformed where requests are streams (RFC 9113, section 8.2.2).
        if !context.channel.isHTTP2Stream { fields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(HTTPResponse(status: status, headerFields: fields))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeSoon(context)
    }

    /// Ends our half first: closing at once while the client still sends would take the answer away from it.
    private func closeSoon(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: linger) { channel.close(promise: nil) }
    }
}
