import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a request whose body arrives too slowly, or whose response is read too slowly.
///
/// Each connection of HTTP/1.1 and each stream of HTTP/2 has one, whose ``RequestGuardHandler`` calls it for each part.
/// The connection and the budget of unsent response bytes are notified when requests start and end.
final class RequestDeadlines {
    /// How much a client has to take of a long response before the time for it starts again.
    private static let renewingBytes = 256 * 1024

    private let deadlines: ClientDeadlines
    private let budget: ResponseBudget
    /// The channel of the connection.
    private var channel: (any Channel)?
    private var connection: ConnectionDeadlines?
    private(set) var isStream = false
    private var body: MovableDeadline?
    private var response: MovableDeadline?
    /// How long the client may still take for the responses that have started, and since when it has bytes to take.
    ///
    /// The time that the application takes to make more of a response isn't the client's.
    private var (timeLeft, timeRunsSince): (TimeAmount, NIODeadline?)
    /// The bytes that the client has taken since its time last started from its full length.
    private var takenBytes = 0
    private var isReading = false
    /// The responses that have started and aren't sent completely; with pipelining there may be several.
    private var unsentResponses = 0
    private var pendingRequests = 0
    private var progress: MovableDeadline?
    /// When the client last took a piece, or when the first of those that wait was sent.
    private var lastProgress = NIODeadline.distantPast
    /// The pieces of responses that wait to be sent.
    private var unsent = 0
    /// The bytes of these pieces, and those of them that the budget counts.
    private var (unsentBytes, countedBytes) = (0, 0)
    private var isFlushing = false
    /// The last part of a body, which is written with the next part.
    private var held: (part: NIOAny, bytes: Int)?
    private var isRemoved = false

    init(_ deadlines: ClientDeadlines, _ budget: ResponseBudget) {
        self.deadlines = deadlines
        self.budget = budget
        (timeLeft, timeRunsSince) = (deadlines.response, nil)
    }

    /// - Parameter whenSlow: Refuses a request whose body arrives too slowly.
    func handlerAdded(_ context: ChannelHandlerContext, whenSlow: @escaping () -> Void) {
        isStream = context.channel.isHTTP2Stream
        let channel = isStream ? context.channel.parent ?? context.channel : context.channel
        self.channel = channel
        connection = try? channel.pipeline.syncOperations.handler(type: ConnectionDeadlines.self)
        if !isStream { connection?.speaksHTTP1() }
        body = MovableDeadline(on: context.eventLoop) { [weak self] in
            guard let self else { return }
            // A request that had its response before its body was read must not get a second one.
            if pendingRequests == 0 { drop(context) } else { whenSlow() }
        }
        response = MovableDeadline(on: context.eventLoop) { [weak self] in self?.drop(context) }
        progress = MovableDeadline(on: context.eventLoop) { [weak self] in self?.lookForProgress(context) }
    }

    /// A stream ends when TLS has its whole response, so its deadlines stay until the bytes are sent.
    func handlerRemoved() {
        isRemoved = true
        body?.cancel()
        if unsent == 0 { leaveConnection() } else { response?.set(deadlines.response) }
    }

    /// A part of a request has arrived.
    func read(_ part: HTTPRequestPart) {
        switch part {
        case .head:
            if !isReading, pendingRequests == 0 { connection?.requestStarted(isOnStream: isStream) }
            isReading = true
            pendingRequests += 1
        case .body: break
        case .end:
            isReading = false
            body?.clear()
            endIfDone()
        }
    }

    /// All that has arrived has been read.
    func readComplete() {
        if isReading, body?.isSet == false { body?.set(deadlines.body) }
    }

    /// Writes a part of a response.
    ///
    /// - Parameter data: The part as the pipeline has it, which saves wrapping it once more.
    func write(
        _ part: HTTPResponsePart, as data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        switch part {
        case .head(let head):
            if head.status.kind != .informational { unsentResponses += 1 }
            context.write(data, promise: promise)
        case .body(let bytes) where promise == nil && bytes.readableBytes <= ByteBuffer.pieceSize:
            // The end of a short response usually follows at once, and is one piece with it.
            writeHeld(context)
            held = (data, bytes.readableBytes)
        case .body(var bytes):
            writeHeld(context)
            while let piece = bytes.readPiece() {
                write(NIOAny(HTTPResponsePart.body(piece)), bytes: piece.readableBytes, nil, context)
            }
            write(NIOAny(HTTPResponsePart.body(bytes)), bytes: bytes.readableBytes, promise, context)
        case .end:
            let last = held
            held = nil
            if let last { context.write(last.part, promise: nil) }
            write(data, bytes: last?.bytes ?? 0, promise, context, isEnd: true)
        }
    }

    func flush(_ context: ChannelHandlerContext) {
        writeHeld(context)
        isFlushing = true
        context.flush()
        isFlushing = false
        countUnsent()
        if unsentResponses > 0, response?.isSet == false { startTime(context.eventLoop) }
        stopTimeIfAllIsSent(context.eventLoop)
        if unsent > 0, progress?.isSet == false {
            lastProgress = context.eventLoop.now
            progress?.set(lookInterval)
        }
    }

    private func writeHeld(_ context: ChannelHandlerContext) {
        guard let held else { return }
        self.held = nil
        write(held.part, bytes: held.bytes, nil, context)
    }

    /// Writes the part that completes a piece.
    private func write(
        _ part: NIOAny, bytes: Int, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext,
        isEnd: Bool = false
    ) {
        if unsent == 0 { connection?.isUnread(true) }
        unsent += 1
        unsentBytes += bytes
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.assumeIsolated().whenComplete { result in
            if case .success = result { self.took(bytes, context.eventLoop) }
            if isEnd { self.responseEnded(context.eventLoop) }
            self.unsent -= 1
            if self.unsent == 0 {
                self.connection?.isUnread(false)
                self.stopTimeIfAllIsSent(context.eventLoop)
            }
            self.unsentBytes -= bytes
            self.countUnsent()
            if case .success = result { self.progressed(at: context.eventLoop.now) }
            if self.isRemoved, self.unsent == 0 { self.leaveConnection() }
        }
        context.write(part, promise: sent)
    }

    /// Has the budget count the bytes that wait to be sent; a flush sends most bytes at once, and these never count.
    private func countUnsent() {
        guard !isFlushing, unsentBytes != countedBytes, let channel else { return }
        if unsentBytes > countedBytes {
            budget.wrote(unsentBytes - countedBytes, to: channel)
        } else {
            budget.sent(countedBytes - unsentBytes, by: channel)
        }
        countedBytes = unsentBytes
    }

    private func progressed(at time: NIODeadline) {
        lastProgress = time
        connection?.progressed(at: time)
        if unsent > 0 { progress?.set(lookInterval) } else { progress?.clear() }
    }

    private var lookInterval: TimeAmount { min(deadlines.pressedProgress, deadlines.progress) }

    private func lookForProgress(_ context: ChannelHandlerContext) {
        // TLS buffers the pieces of this response among others, unless they wait for the stream's window.
        if !isStream || isRemoved || channel?.isWritable == false, let time = connection?.lastProgress {
            lastProgress = max(lastProgress, time)
        }
        let limit = budget.isFull ? lookInterval : deadlines.progress
        guard context.eventLoop.now - lastProgress >= limit else {
            progress?.set(lookInterval)
            return
        }
        // If the client reads no response at all, its other streams would only wait for the same deadline.
        if let connection, let channel, isStream,
            connection.isStalled(for: limit, isFull: budget.holdsUp(channel))
        {
            connection.drop()
        } else {
            if !isRemoved { drop(context) }
            // A stream doesn't close as long as nothing can be sent, and makes others wait meanwhile.
            progress?.set(lookInterval)
        }
    }

    private func startTime(_ clock: any EventLoop) {
        timeRunsSince = clock.now
        response?.set(timeLeft)
    }

    private func stopTimeIfAllIsSent(_ clock: any EventLoop) {
        guard unsent == 0, let since = timeRunsSince else { return }
        timeLeft = timeLeft - (clock.now - since)
        timeRunsSince = nil
        response?.clear()
    }

    /// Renews the time of a long response for each part of it, unless others wait until its memory is free.
    private func took(_ bytes: Int, _ clock: any EventLoop) {
        takenBytes += bytes
        guard takenBytes >= Self.renewingBytes, !budget.isFull else { return }
        (timeLeft, takenBytes) = (deadlines.response, 0)
        if timeRunsSince != nil { startTime(clock) }
    }

    private func responseEnded(_ clock: any EventLoop) {
        unsentResponses = max(0, unsentResponses - 1)
        (timeLeft, timeRunsSince, takenBytes) = (deadlines.response, nil, 0)
        if unsentResponses > 0 { startTime(clock) } else { response?.clear() }
        // A response without a request, as after an unreadable head, ends none.
        guard pendingRequests > 0 else { return }
        pendingRequests -= 1
        endIfDone()
    }

    private func endIfDone() {
        if !isReading, pendingRequests == 0 { connection?.requestEnded() }
    }

    /// All is sent.
    private func leaveConnection() {
        if isReading || pendingRequests > 0 { connection?.requestEnded() }
        body?.cancel()
        response?.cancel()
        progress?.cancel()
        (body, response, progress, connection) = (nil, nil, nil, nil)
    }

    /// Only the stream is reset, if it can be: behind a proxy, others of its connection may be another user's.
    private func drop(_ context: ChannelHandlerContext) {
        if let connection, !isStream || isRemoved { connection.drop() } else { context.close(promise: nil) }
    }
}
