import NIOCore

extension OwnerContext {
    /// Does some work, and cancels it if the client hangs up meanwhile.
    func untilHangUp<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (hangUp, continuation) = AsyncStream.makeStream(of: Never.self)
        let (channel, eventLoop) = (channel, channel.eventLoop)
        do {
            try await eventLoop.submit {
                // First, because handlers further on hold this event back during a response.
                let handler = HangUpHandler(continuation)
                try channel.pipeline.syncOperations.addHandler(handler, name: HangUpHandler.name, position: .first)
            }.get()
        } catch is ChannelError {
            // The client has hung up already.
            throw CancellationError()
        }
        defer { channel.pipeline.removeHandler(name: HangUpHandler.name, promise: nil) }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: work)
            group.addTask {
                for await _ in hangUp {}
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}

/// Ends a stream if the client closes its side of the connection.
private final class HangUpHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// A connection of HTTP/1.1 has one at a time, because it serves one request after the other.
    static let name = "hang-up"

    private let continuation: AsyncStream<Never>.Continuation

    init(_ continuation: AsyncStream<Never>.Continuation) {
        self.continuation = continuation
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { continuation.finish() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish()
        context.fireChannelInactive()
    }
}
