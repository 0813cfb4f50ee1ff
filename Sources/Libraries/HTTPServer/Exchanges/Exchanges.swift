import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore

/// The exchanges of a connection of HTTP/1.1, which follow each other, or the one of a stream of HTTP/2.
struct Exchanges: ServerChildChannelValue {
    /// Makes the response to a request and sends it.
    typealias Serve = @Sendable (Request, ExchangeHandler, any Channel) async throws -> Void

    let channel: any Channel
    private let handler: NIOLoopBound<ExchangeHandler>

    /// Adds the last handler to a channel that has all others.
    init(on channel: any Channel, _ limits: ServerLimits) throws {
        let handler = ExchangeHandler(on: channel.eventLoop, limits)
        try channel.pipeline.syncOperations.addHandler(handler)
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Serves all requests, and returns when the channel has closed.
    ///
    /// A client that hangs up cancels the task if that is to end the work on its request.
    func run(_ serve: Serve, logger: Logger) async {
        let handler = handler.value
        let isStream = channel.isHTTP2Stream
        await withTaskCancellationHandler {
            do {
                try await handler.serving {
                    while let request = try await handler.nextRequest() {
                        // The responses before this one have their deadlines; a stream has none before it.
                        if !isStream { try await handler.room() }
                        try await serve(request, handler, channel)
                        if request.headers[.connection] == "close" { break }
                    }
                }
                // A stream ends by itself.
                if !isStream { handler.closeOutput() }
            } catch ChannelError.outputClosed where !handler.isOutputOpen {
                // The handler that closed it gives the client time to read the response.
            } catch {
                logger.trace("Connection failed", metadata: ["reason": "\(error)"])
                channel.close(promise: nil)
            }
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
