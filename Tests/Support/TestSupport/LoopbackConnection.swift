import HTTPTypes
import NIOCore
import NIOHTTP1

/// One connection of a ``LoopbackServer``: gathers each request, and performs the response of the test's handler.
final class LoopbackConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let number: Int
    private let log: LoopbackLog
    private let handler: LoopbackServer.Handler
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(number: Int, log: LoopbackLog, handler: @escaping LoopbackServer.Handler) {
        self.number = number
        self.log = log
        self.handler = handler
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            if head.headers["expect"].contains("100-continue") {
                context.writeAndFlush(NIOAny(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
            }
        case .body(let part):
            body += part.readableBytesView
        case .end:
            guard let head else { return }
            respond(
                to: Self.request(head, body: body, connection: number), keepAlive: head.isKeepAlive, on: context.channel
            )
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(to request: RecordedRequest, keepAlive: Bool, on channel: any Channel) {
        log.record(request)
        let handler = handler
        channel.eventLoop.makeFutureWithTask {
            let response = await handler(request)
            try await response.perform(on: channel, isHead: request.method == .head, keepAlive: keepAlive)
        }.whenFailure { _ in channel.close(promise: nil) }
    }

    private static func request(_ head: HTTPRequestHead, body: [UInt8], connection: Int) -> RecordedRequest {
        var fields = HTTPFields()
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        return RecordedRequest(
            method: HTTPRequest.Method(rawValue: head.method.rawValue) ?? .get, target: head.uri, headerFields: fields,
            body: body,
            connection: connection)
    }
}
