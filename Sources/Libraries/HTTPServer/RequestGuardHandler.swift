import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Refuses requests that the application must not see, in plain text, and ends their connection or stream.
///
/// Heads that are malformed or too large are refused, and, by ``RequestDeadlines``, requests that arrive too slowly. A
/// connection of HTTP/1 is closed after the refusal, because the bytes after such a head can't be trusted to be a
/// request. Over HTTP/2 only the stream ends.
final class RequestGuardHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may take to read a refusal, and to close after another last response.
    private let farewell: TimeAmount
    private let headLimits: HeadLimits
    private let maximumBodyBytes: Int
    /// Each part of a response is written through it, because it holds parts back and counts them.
    private let deadlines: RequestDeadlines
    /// A refusal that waits for the responses to earlier requests of the connection.
    private var refusal: RefusedRequestError?
    private var isClosing = false
    /// Whether the refusal has been sent.
    ///
    /// A response of the application to the same request comes too late.
    private var isRefused = false
    private var isReading = false
    /// Whether the newest request of a connection of HTTP/1 is its last (RFC 9112, section 9.6).
    private var isLast = false
    /// Whether the end of the connection is the end of the response under way (RFC 9112, section 6.3).
    private var isEndedByConnection = false
    private var isResponding = false
    private var pendingRequests = 0
    /// Whether the client waits with the body of the newest request.
    private var isContinueAwaited = false
    /// The ends of responses that are written and not sent yet.
    private var unsent = 0
    /// Whether the connection closes once no request is open.
    private var isQuiescing = false

    init(_ limits: ServerLimits, _ budget: ResponseBudget) {
        farewell = limits.deadlines.farewell
        headLimits = limits.head
        maximumBodyBytes = limits.bodyBytes
        deadlines = RequestDeadlines(limits.deadlines, budget)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadlines.handlerAdded(context) { [weak self] in self?.refuseSlow(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadlines.handlerRemoved()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        deadlines.read(part)
        // Parts after the last request aren't served.
        guard refusal == nil, !isClosing, isReading || !isLast else { return }
        switch part {
        case .head(let head):
            if deadlines.isStream, let refusal = HTTP2HeadRules.refusal(of: head, headLimits) {
                return refuse(refusal, context)
            }
            isReading = true
            isLast = !deadlines.isStream && head.headerFields[.connection] == "close"
            pendingRequests += 1
            isContinueAwaited = awaitsContinue(head)
            sendContinueIfDue(context)
        case .body: isContinueAwaited = false
        case .end: (isReading, isContinueAwaited) = (false, false)
        }
        context.fireChannelRead(data)
    }

    /// Sends an interim response, once those to earlier requests are complete.
    private func sendContinueIfDue(_ context: ChannelHandlerContext) {
        guard isContinueAwaited, pendingRequests == 1, !isClosing else { return }
        isContinueAwaited = false
        write(.head(HTTPResponse(status: .continue)), nil, context)
        flush(context: context)
    }

    /// Whether the client waits with the body until it knows that the body is wanted (RFC 9110, section 10.1.1).
    private func awaitsContinue(_ head: HTTPRequest) -> Bool {
        guard let expectation = head.headerFields[.expect] else { return false }
        let length = head.headerFields.bodyLength ?? 0
        // A body that is too large is refused unread.
        return expectation.lowercased() == "100-continue" && length <= maximumBodyBytes
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        deadlines.readComplete()
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard refusal == nil else { return }
        switch error {
        case let error as RefusedRequestError: refuse(error, context)
        case is HTTPParserError where isReading && pendingRequests == 0:
            // The response was sent before the body was read: an error would be a second one.
            context.close(promise: nil)
        case is HTTPParserError where isReading:
            // The application gets the error while it reads the body. The bytes after it can't be read.
            isClosing = true
            context.fireErrorCaught(error)
        case is HTTPParserError where isLast: break
        case HTTPParserError.headerOverflow: refuse(.fieldsTooLarge(headLimits), context)
        case is HTTPParserError: refuse(.malformed, context)
        default: context.fireErrorCaught(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // A stream would be reset right after its response, which would be lost. So the connection waits until all
        // streams have ended.
        case is ChannelShouldQuiesceEvent where deadlines.isStream: break
        case is ChannelShouldQuiesceEvent:
            isQuiescing = true
            closeIfQuiet(context)
        case is SlowRequest: refuseSlow(context)
        case is LastResponse: (isLast, isEndedByConnection) = (true, true)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func refuseSlow(_ context: ChannelHandlerContext) {
        // The client would take a response to this request for that to an earlier one, which isn't complete.
        guard pendingRequests <= 1, !isResponding, !isClosing else { return context.close(promise: nil) }
        send(.tooSlow, context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isRefused {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        let part = unwrapOutboundIn(data)
        switch part {
        case .head(var head) where isClosing || head.status == .contentTooLarge:
            (isClosing, isResponding) = (true, true)
            if !deadlines.isStream { head.headerFields[.connection] = "close" }
            write(.head(head), promise, context)
        case .end where isClosing || isEndedByConnection:
            end(with: part, promise, context)
        case .end:
            pendingRequests -= 1
            isResponding = false
            unsent += 1
            let sent = promise ?? context.eventLoop.makePromise()
            sent.futureResult.assumeIsolated().whenComplete { _ in
                self.unsent -= 1
                self.closeIfQuiet(context)
            }
            deadlines.write(part, as: data, sent, context)
            sendRefusalIfDue(context)
            sendContinueIfDue(context)
        case .head(var head) where isLastResponse(head):
            isResponding = true
            head.headerFields[.connection] = "close"
            write(.head(head), promise, context)
        case .head(let head):
            isResponding = head.status.kind != .informational
            deadlines.write(part, as: data, promise, context)
        case .body:
            deadlines.write(part, as: data, promise, context)
        }
    }

    /// Whether a connection of HTTP/1 closes after a response.
    private func isLastResponse(_ head: HTTPResponse) -> Bool {
        (isLast || isQuiescing) && pendingRequests == 1 && head.status.kind != .informational
    }

    func flush(context: ChannelHandlerContext) {
        deadlines.flush(context)
    }

    private func write(
        _ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        deadlines.write(part, as: wrapOutboundOut(part), promise, context)
    }

    /// Closes a connection that is to serve no further requests, if none is open and the client has all responses.
    private func closeIfQuiet(_ context: ChannelHandlerContext) {
        if isQuiescing, pendingRequests == 0, unsent == 0, !isClosing { context.close(promise: nil) }
    }

    private func refuse(_ refusal: RefusedRequestError, _ context: ChannelHandlerContext) {
        self.refusal = refusal
        sendRefusalIfDue(context)
    }

    private func sendRefusalIfDue(_ context: ChannelHandlerContext) {
        if let refusal, pendingRequests == 0, !isClosing { send(refusal, context) }
    }

    private func send(_ refusal: RefusedRequestError, _ context: ChannelHandlerContext) {
        (isClosing, isRefused) = (true, true)
        let body = ByteBuffer(string: refusal.reason + "\n")
        var fields: HTTPFields = [.contentType: "text/plain; charset=utf-8", .contentLength: "\(body.readableBytes)"]
        // This field makes a response malformed if requests are streams (RFC 9113, section 8.2.2).
        if !deadlines.isStream { fields[.connection] = "close" }
        write(.head(HTTPResponse(status: refusal.status, headerFields: fields)), nil, context)
        write(.body(body), nil, context)
        end(with: .end(nil), nil, context)
    }

    /// Sends the end of a response, and requests the client to stop sending.
    private func end(
        with part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        isClosing = true
        let sent = promise ?? context.eventLoop.makePromise()
        guard !deadlines.isStream else {
            // A reset drops data that waits for the client's flow control (RFC 9113, section 8.1).
            sent.futureResult.assumeIsolated().whenSuccess {
                context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: .noError), promise: nil)
            }
            write(part, sent, context)
            return deadlines.flush(context)
        }
        write(part, sent, context)
        deadlines.flush(context)
        // Nothing that has come after the request is served.
        context.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
        // If both halves were closed while the client still sends, the client would lose the response.
        sent.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
            if !self.isRefused { self.linger(context) }
        }
        if isRefused { linger(context) }
    }

    /// Leaves the client time to close the connection.
    private func linger(_ context: ChannelHandlerContext) {
        let channel = context.channel
        context.eventLoop.scheduleTask(in: farewell) { channel.close(promise: nil) }
    }
}
