import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a request whose body comes too slowly, or whose answer is taken too slowly, and tells the connection when requests begin and end.
///
/// One is in the pipeline of each connection of HTTP/1.1 and of each stream of HTTP/2.
final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let deadlines: ClientDeadlines
    private var connection: ConnectionDeadlines?
    private var isStream = false
    private var body: MovableDeadline?
    private var answer: MovableDeadline?
    private var isReading = false
    private var isAnswering = false
    private var unanswered = 0

    init(_ deadlines: ClientDeadlines) {
        self.deadlines = deadlines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isStream = context.channel.isHTTP2Stream
        let pipeline = isStream ? context.channel.parent?.pipeline : context.pipeline
        connection = try? pipeline?.syncOperations.handler(type: ConnectionDeadlines.self)
        if !isStream { connection?.speaksHTTP1() }
        body = MovableDeadline(on: context.eventLoop) { context.fireUserInboundEventTriggered(SlowRequest()) }
        answer = MovableDeadline(on: context.eventLoop) { [weak self] in self?.drop(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if isReading || unanswered > 0 { connection?.requestEnded() }
        body?.cancel()
        answer?.cancel()
        (body, answer, connection) = (nil, nil, nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            if !isReading, unanswered == 0 { connection?.requestBegan(isOnStream: isStream) }
            isReading = true
            unanswered += 1
        case .body: break
        case .end:
            isReading = false
            body?.clear()
            endIfDone()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, body?.isSet == false { body?.set(deadlines.body) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isAnswering = isAnswering || head.status.kind != .informational
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            let sent = promise ?? context.eventLoop.makePromise()
            sent.futureResult.assumeIsolated().whenComplete { _ in self.answerEnded() }
            context.write(data, promise: sent)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if isAnswering, answer?.isSet == false { answer?.set(deadlines.answer) }
    }

    private func answerEnded() {
        isAnswering = false
        answer?.clear()
        unanswered = max(0, unanswered - 1)
        endIfDone()
    }

    private func endIfDone() {
        if !isReading, unanswered == 0 { connection?.requestEnded() }
    }

    /// A stream goes alone: others of its connection may be another person's, behind a proxy.
    private func drop(_ context: ChannelHandlerContext) {
        if let connection, !isStream { connection.drop() } else { context.close(promise: nil) }
    }
}
