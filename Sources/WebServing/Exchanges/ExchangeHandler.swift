import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Hands the requests of a connection or stream to the task that serves them, and sends that task's responses.
///
/// It is the last handler. As the task runs on the handler's event loop, neither needs the locks of `NIOAsyncChannel`.
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

    /// From how many waiting parts on no more are read.
    private static let maximumParts = 10

    private let eventLoop: any EventLoop
    private var context: ChannelHandlerContext?
    private var input = Input.open
    /// The parts that came before the task asked for them.
    private var parts = CircularBuffer<HTTPRequestPart>()
    /// The task, while it waits for a part.
    private var reader: CheckedContinuation<HTTPRequestPart?, any Error>?
    /// Whether the channel would read more if fewer parts waited.
    private var isReadHeld = false
    /// Whether the end of the current request's body is still to come.
    private var isInBody = false
    private var isOutputOpen = true
    private var isWritable = true
    /// The task, while it waits until the client has read more.
    private var writer: CheckedContinuation<Void, any Error>?

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    // MARK: The task's side

    /// Waits for the next request, and skips what is left of the last one's body.
    ///
    /// - Returns: `nil` if the client sends no more.
    /// - Throws: What made the input unreadable.
    func nextRequest() async throws -> Request? {
        while let part = try await nextPart() {
            guard case .head(let head) = part else { continue }
            return Request(head: head, body: body())
        }
        return nil
    }

    /// Sends a response; only one that is still being made waits for a client that reads slowly.
    ///
    /// - Throws: `ChannelError` if nothing more can be sent, and what the body throws.
    func send(_ response: Response) async throws {
        try await write(.head(response.head))
        try await response.body.write(SentBody(exchanges: self, missing: response.body.contentLength))
    }

    /// Nothing more is sent.
    func closeOutput() {
        context?.close(mode: .output, promise: nil)
    }

    /// Ends the input, for a task that was cancelled.
    func cancel() {
        parts.removeAll()
        end(.failed(CancellationError()))
    }

    /// - Returns: `nil` after the body's last part.
    fileprivate func nextPartOfBody() async throws -> ByteBuffer? {
        guard isInBody else { return nil }
        switch try await nextPart() {
        case .body(let bytes): return bytes
        case .end:
            isInBody = false
            return nil
        case .head, nil: throw ChannelError.inputClosed
        }
    }

    fileprivate func write(_ part: HTTPResponsePart) async throws {
        if !isWritable {
            flush()
            if !isWritable, isOutputOpen { try await withCheckedThrowingContinuation { writer = $0 } }
        }
        try writeNow(part)
    }

    fileprivate func writeNow(_ part: HTTPResponsePart) throws {
        guard isOutputOpen, let context else { throw ChannelError.outputClosed }
        context.write(wrapOutboundOut(part), promise: nil)
    }

    fileprivate func flush() {
        context?.flush()
    }

    /// The body of the request whose head was taken last.
    private func body() -> RequestBody {
        // Most requests have none, and most bodies come with their head, in one piece.
        let first = parts.first
        if case .end = first {
            removeFirst(1)
            return RequestBody(buffer: ByteBuffer())
        }
        if case .body(let bytes) = first, case .end = parts.dropFirst().first {
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
        case .open: return try await withCheckedThrowingContinuation { reader = $0 }
        case .ended: return nil
        case .failed(let error): throw error
        }
    }

    private func removeFirst(_ count: Int) {
        parts.removeFirst(count)
        guard isReadHeld, parts.count < Self.maximumParts else { return }
        isReadHeld = false
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
        if let reader {
            self.reader = nil
            reader.resume(returning: part)
        } else {
            parts.append(part)
        }
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = parts.count >= Self.maximumParts
        if !isReadHeld { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.failed(error))
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? ChannelEvent {
        case .inputClosed: end(.ended)
        case .outputClosed: endOutput()
        case nil: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        if isWritable { resumeWriter(.success(())) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.ended)
        endOutput()
        context.fireChannelInactive()
    }

    private func end(_ input: Input) {
        guard case .open = self.input else { return }
        self.input = input
        guard let reader else { return }
        self.reader = nil
        if case .failed(let error) = input { reader.resume(throwing: error) } else { reader.resume(returning: nil) }
    }

    private func endOutput() {
        isOutputOpen = false
        resumeWriter(.failure(ChannelError.outputClosed))
    }

    private func resumeWriter(_ result: Result<Void, any Error>) {
        let waiting = writer
        writer = nil
        waiting?.resume(with: result)
    }
}

/// The body of the request that an ``ExchangeHandler`` handed out last; read once, on its event loop.
private struct ReceivedBody: AsyncSequence {
    struct Iterator: AsyncIteratorProtocol {
        let exchanges: ExchangeHandler

        mutating func next() async throws -> ByteBuffer? {
            try await exchanges.nextPartOfBody()
        }
    }

    let exchanges: NIOLoopBound<ExchangeHandler>

    func makeAsyncIterator() -> Iterator {
        Iterator(exchanges: exchanges.value)
    }
}

/// Writes the body of a response to an ``ExchangeHandler``.
private struct SentBody: ResponseBodyWriter {
    let exchanges: ExchangeHandler
    /// How many bytes are still to be written; `nil`: nobody knows.
    var missing: Int?

    mutating func write(_ bytes: ByteBuffer) async throws {
        try await exchanges.write(.body(bytes))
        missing = missing.map { $0 - bytes.readableBytes }
        // The end of a complete body follows at once, and is sent with it.
        if missing != 0 { exchanges.flush() }
    }

    consuming func finish(_ trailers: HTTPFields?) async throws {
        try exchanges.writeNow(.end(trailers))
        exchanges.flush()
    }
}
