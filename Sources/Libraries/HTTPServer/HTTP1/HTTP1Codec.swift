import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Turns decoded HTTP/1 requests into HTTPTypes requests, and responses into bytes.
///
/// A refused head is passed on as a ``RefusedRequestError``. All that follows it is ignored.
final class HTTP1Codec: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = ByteBuffer

    /// What the framing of a response depends on.
    private struct Request {
        /// Whether it is HEAD, whose response has no body.
        let isHead: Bool
        let isHTTP10: Bool
    }

    private var isRefused = false
    /// The requests without a response, the oldest first.
    private var requests = CircularBuffer<Request>()
    private var isChunked = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            // HTTP/1.0 has no interim responses (RFC 9110, section 10.1.1).
            if head.version == .http1_0 { head.headers.remove(name: "Expect") }
            do throws(RefusedRequestError) {
                let request = try HTTP1RequestHead.converted(head)
                requests.append(Request(isHead: request.method == .head, isHTTP10: head.version == .http1_0))
                context.fireChannelRead(wrapInboundOut(.head(request)))
            } catch {
                isRefused = true
                context.fireErrorCaught(error)
            }
        case .body(let body):
            context.fireChannelRead(wrapInboundOut(.body(body)))
        case .end(let trailers):
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response):
            let request = response.status.kind == .informational ? nil : requests.popFirst()
            let framing = HTTP1ResponseHead.framing(
                of: response, isToHead: request?.isHead == true, isToHTTP10: request?.isHTTP10 == true)
            isChunked = framing == .chunked
            if framing == .connectionEnd { context.fireUserInboundEventTriggered(LastResponse()) }
            write(HTTP1ResponseHead.bytes(response, framing), promise, context)
        case .body(let body) where isChunked && body.readableBytes > 0:
            // Parts are sent in order, so the last one's promise is for all of them.
            write(ByteBuffer(string: String(body.readableBytes, radix: 16) + "\r\n"), nil, context)
            write(body, nil, context)
            write(ByteBuffer(staticString: "\r\n"), promise, context)
        case .body(let body):
            write(body, promise, context)
        case .end(let trailers) where isChunked:
            var end = Array("0\r\n".utf8)
            for field in trailers ?? [:] { end.append(line: field) }
            end += "\r\n".utf8
            write(ByteBuffer(bytes: end), promise, context)
        case .end:
            // Nothing is left to send, but the promise must not be fulfilled before the promises of earlier parts.
            if promise != nil { write(ByteBuffer(), promise, context) }
        }
    }

    private func write(_ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(bytes), promise: promise)
    }
}

/// The event that the connection has to close after the response that has just started.
struct LastResponse: Sendable {}
