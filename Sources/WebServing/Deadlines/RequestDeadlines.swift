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
    /// The answers that have begun and aren't wholly sent; with pipelining there may be several.
    private var answers = 0
    private var unanswered = 0

    init(_ deadlines: ClientDeadlines) {
        self.deadlines = deadlines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isStream = context.channel.isHTTP2Stream
        let pipeline = isStream ? context.channel.parent?.pipeline : context.pipeline
        connection = try? pipeline?.syncOperations.handler(type: ConnectionDeadlines.self)
        if !isStream { connection?.speaksHTTP1() }
        body = MovableDeadline(on: context.eventLoop) { [weak self] in
            guard let self else { return }
            // What was answered before its body was read must not be answered once more.
            if unanswered == 0 { drop(context) } else { context.fireUserInboundEventTriggered(SlowRequest()) }
        }
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

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A stream that were told would be reset right after its answer, which would be lost: its connection waits until all streams have ended.
        if isStream, event is ChannelShouldQuiesceEvent { return }
        context.fireUserInboundEventTriggered(event)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, body?.isSet == false { body?.set(deadlines.body) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.kind != .informational { answers += 1 }
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
        if answers > 0, answer?.isSet == false { answer?.set(deadlines.answer) }
    }

    private func answerEnded() {
        answers = max(0, answers - 1)
        if answers > 0 { answer?.set(deadlines.answer) } else { answer?.clear() }
        // An answer to no request, as to one whose head can't be read, ends none.
        guard unanswered > 0 else { return }
        unanswered -= 1
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
