import HTTPTransport
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Hands the requests of a connection or stream to the task that serves them, and sends that task's responses.
///
/// This is the last handler of the pipeline. As the task runs on the handler's event loop, neither needs the locks of
/// `NIOAsyncChannel`.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPResponsePart

    /// Whether more parts of requests may come.
    private enum Input {
        case open
        case ended
        case failed(any Error)
    }

    /// While so many parts wait, the channel reads no more.
    private static let maximumParts = 10

    private let eventLoop: any EventLoop
    /// How long a client that sends no more may wait for a response.
    private let hangUp: TimeAmount
    private let maximumBodyBytes: Int
    private var context: ChannelHandlerContext?
    private var input = Input.open
    /// The parts that came before the task waited for them.
    private var parts = CircularBuffer<HTTPRequestPart>()
    /// The task, if it waits for a part.
    private var waitingForPart: CheckedContinuation<HTTPRequestPart?, any Error>?
    /// Whether the channel has to read again once fewer parts wait.
    private var isReadDue = false
    /// Whether the end of the current request's body is still to come.
    private var isInBody = false
    /// The bytes of the current request's body: those that were read, or those declared if they are too many.
    private var bodyBytes = 0
    /// Whether responses can be sent.
    private(set) var isOutputOpen = true
    /// The task, if it waits until the client has read more.
    private var waitingForRoom: CheckedContinuation<Void, any Error>?
    /// Done when all responses have been sent.
    private var sent: EventLoopFuture<Void>?
    /// The task, while it serves requests.
    private var task: UnsafeCurrentTask?
    /// Whether the task works on a response that is of no use if the client hangs up.
    private var isDispensable = false
    private var hasHungUp = false

    init(on eventLoop: any EventLoop, _ limits: ServerLimits = ServerLimits()) {
        self.eventLoop = eventLoop
        hangUp = limits.deadlines.hangUp
        maximumBodyBytes = limits.bodyBytes
    }

    // MARK: The task's side

    /// Runs a body that serves requests, and cancels its task if the client hangs up.
    ///
    /// The task isn't cancelled unless the current request's response is dispensable and no other request waits.
    func serving(_ body: () async throws -> Void) async rethrows {
        try await withUnsafeCurrentTask { task in
            self.task = task
            // The reference is valid until this closure returns.
            defer { self.task = nil }
            try await body()
        }
    }

    /// Notes that the task works on a response from now on, until it has made all of it.
    ///
    /// - Parameter isDispensable: Whether the response is of no use if the client hangs up.
    func startWork(isDispensable: Bool) {
        self.isDispensable = isDispensable
        if hasHungUp { cancelIfDispensable() }
    }

    /// Waits for the next request, and skips the rest of the last one's body.
    ///
    /// - Returns: `nil` if no further request is served: the client sends no more, or the handlers before this one have
    ///   refused its bytes.
    /// - Throws: The error that ended the connection.
    func nextRequest() async throws -> Request? {
        do {
            while let part = try await nextPart() {
                guard case .head(let head) = part else { continue }
                let request = Request(head: head, body: body())
                if isInBody { noteLength(of: head) }
                return request
            }
        } catch is HTTPParserError {}
        return nil
    }

    /// Sends a response.
    ///
    /// Only one of several pieces waits for a client that reads slowly.
    ///
    /// - Throws: `ChannelError` if nothing more can be sent, and the body's errors.
    func send(_ response: Response) async throws {
        let length = response.body.contentLength
        // A body of unknown length is made while it is sent.
        if length != nil { isDispensable = false }
        defer { isDispensable = false }
        try write(.head(response.head))
        // The first piece of a body of unknown length may be long in coming.
        if length == nil { context?.flush() }
        try await response.body.write(SentBody(exchanges: self, missing: length))
    }

    /// Waits until the client has read enough of the written bytes.
    ///
    /// - Throws: `ChannelError` if nothing more can be sent.
    func room() async throws {
        guard let context, !context.channel.isWritable else { return }
        context.flush()
        guard isOutputOpen, !context.channel.isWritable else { return }
        try await withCheckedThrowingContinuation { waitingForRoom = $0 }
    }

    /// Closes the sending half of the connection when all responses have been sent.
    func closeOutput() {
        (sent ?? eventLoop.makeSucceededVoidFuture()).assumeIsolated().whenComplete { _ in
            self.context?.close(mode: .output, promise: nil)
        }
    }

    /// - Returns: `nil` after the body's last part.
    func nextPartOfBody() async throws -> ByteBuffer? {
        guard isInBody else { return nil }
        try checkBodySize()
        switch try await nextPart() {
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            try checkBodySize()
            return bytes
        case .end:
            isInBody = false
            return nil
        case .head, nil: throw ChannelError.inputClosed
        }
    }

    /// A body whose declared length is too large isn't awaited.
    private func noteLength(of head: HTTPRequest) {
        let declared = head.headerFields.bodyLength ?? 0
        bodyBytes = declared > maximumBodyBytes ? declared : 0
    }

    private func checkBodySize() throws {
        guard bodyBytes <= maximumBodyBytes else { throw NIOTooManyBytesError(maxBytes: maximumBodyBytes) }
    }

    func write(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>? = nil) throws {
        guard isOutputOpen, let context else { throw ChannelError.outputClosed }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    func end(_ trailers: HTTPFields?) throws {
        guard isOutputOpen else { throw ChannelError.outputClosed }
        let promise = eventLoop.makePromise(of: Void.self)
        sent = promise.futureResult
        try write(.end(trailers), promise)
        flush()
    }

    func flush() {
        context?.flush()
    }

    /// The body of the request whose head was taken last.
    private func body() -> RequestBody {
        isInBody = false
        // Most requests have none, and most bodies come with their head, in one piece.
        let first = parts.first
        if case .end = first {
            removeFirst(1)
            return RequestBody(buffer: ByteBuffer())
        }
        if case .body(let bytes) = first, case .end = parts.dropFirst().first, bytes.readableBytes <= maximumBodyBytes {
            removeFirst(2)
            return RequestBody(buffer: bytes)
        }
        isInBody = true
        return RequestBody(asyncSequence: ReceivedBody(exchanges: NIOLoopBound(self, eventLoop: eventLoop)))
    }

    private func nextPart() async throws -> HTTPRequestPart? {
        if let part = parts.first {
            removeFirst(1)
            return part
        }
        switch input {
        case .open: return try await withCheckedThrowingContinuation { waitingForPart = $0 }
        case .ended: return nil
        case .failed(let error): throw error
        }
    }

    private func removeFirst(_ count: Int) {
        parts.removeFirst(count)
        guard isReadDue, parts.count < Self.maximumParts else { return }
        isReadDue = false
        context?.read()
    }

    // MARK: The channel's side

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(.ended)
        endOutput()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .open = input else { return }
        let part = unwrapInboundIn(data)
        if let waiting = waitingForPart {
            waitingForPart = nil
            waiting.resume(returning: part)
        } else {
            parts.append(part)
        }
    }

    func read(context: ChannelHandlerContext) {
        isReadDue = parts.count >= Self.maximumParts
        if !isReadDue { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.failed(error))
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? ChannelEvent {
        case .inputClosed:
            let isWorking = waitingForPart == nil
            end(.ended)
            if isWorking { waitForHangUp() }
        case .outputClosed:
            // A handler has refused the client's bytes, so the remaining parts aren't served.
            parts.removeAll()
            end(.ended)
            endOutput()
        case nil: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { resumeForRoom(.success(())) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.ended)
        endOutput()
        noteHangUp()
        context.fireChannelInactive()
    }

    private func end(_ input: Input) {
        guard case .open = self.input else { return }
        self.input = input
        guard let waiting = waitingForPart else { return }
        waitingForPart = nil
        if case .failed(let error) = input { waiting.resume(throwing: error) } else { waiting.resume(returning: nil) }
    }

    /// The client has closed its half of the connection, or all of it, which looks the same.
    ///
    /// If it still reads, it gets the response that is made soon.
    private func waitForHangUp() {
        eventLoop.assumeIsolated().scheduleTask(in: hangUp) { [weak self] in self?.noteHangUp() }
    }

    private func noteHangUp() {
        hasHungUp = true
        cancelIfDispensable()
    }

    /// The task serves the requests that wait as well, and one of them may be a change.
    private func cancelIfDispensable() {
        if isDispensable, !(isOutputOpen && isFollowed) { task?.cancel() }
    }

    /// Whether another request waits behind the current one.
    private var isFollowed: Bool {
        parts.contains { if case .head = $0 { true } else { false } }
    }

    private func endOutput() {
        isOutputOpen = false
        resumeForRoom(.failure(ChannelError.outputClosed))
    }

    private func resumeForRoom(_ result: Result<Void, any Error>) {
        let waiting = waitingForRoom
        waitingForRoom = nil
        waiting?.resume(with: result)
    }
}
