import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Checks each head of HTTP/1 while its version is still known, because the application's types have none.
///
/// A refused head is passed on as a ``RefusedRequestError``. All that follows it is ignored.
final class HTTP1HeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let reason = Self.fault(of: head) {
            isRefused = true
            return context.fireErrorCaught(RefusedRequestError.badRequest(reason))
        }
        // The server behind this one closes only for exactly "close", and treats HTTP/1.0 as HTTP/1.1.
        if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The fault of a head that two servers could read differently (RFC 9112, sections 3.2, 6.1 and 11.2).
    private static func fault(of head: HTTPRequestHead) -> String? {
        let isHTTP10 = head.version == .http1_0
        let hosts = head.headers["Host"].count
        if hosts > 1 { return "Send one Host field only." }
        if hosts == 0, !isHTTP10 { return "Send a Host field." }
        guard head.headers.contains(name: "Transfer-Encoding") else { return nil }
        if isHTTP10 { return "HTTP/1.0 has no Transfer-Encoding. Send a Content-Length." }
        let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
        return codings == ["chunked"] ? nil : "The only Transfer-Encoding that is supported is chunked."
    }
}

/// A connection of HTTP/1 whose heads are checked before they lose their version.
struct HTTP1Connection: ServerChildChannel {
    let base: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HTTP1HeadHandler(), position: .before(codec))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
