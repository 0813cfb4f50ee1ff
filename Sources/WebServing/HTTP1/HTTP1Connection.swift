import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1, whose requests follow each other.
struct HTTP1Connection: ServerChildChannel {
    /// The exchanges of a connection of HTTP/1.1, or the one of a stream of HTTP/2.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let exchanges: NIOLoopBound<ExchangeHandler>
    }

    /// Serves a request: makes its response and sends it.
    let serve: @Sendable (Request, ExchangeHandler, any Channel) async throws -> Void
    /// Makes the handlers of a connection of HTTP/1.1, or of a stream of HTTP/2.
    let requestHandlers: @Sendable () -> [any RemovableChannelHandler]

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try Self.configure(channel.pipeline.syncOperations, requestHandlers: requestHandlers())
            return try Self.exchanges(of: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let (channel, exchanges) = (value.channel, value.exchanges.value)
        let isStream = channel.isHTTP2Stream
        await withTaskCancellationHandler {
            do {
                while let request = try await exchanges.nextRequest() {
                    // The responses before this one have their deadlines; a stream has none before it.
                    if !isStream { try await exchanges.room() }
                    try await serve(request, exchanges, channel)
                    if request.headers[.connection] == "close" { break }
                }
                // A stream ends by itself.
                if !isStream { exchanges.closeOutput() }
            } catch ChannelError.outputClosed where !exchanges.isOutputOpen {
                // The handler that closed it gives the client time to read what was sent.
            } catch {
                logger.trace("Connection failed", metadata: ["reason": "\(error)"])
                channel.close(promise: nil)
            }
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Adds the last handler.
    static func exchanges(of channel: any Channel) throws -> Value {
        let exchanges = ExchangeHandler(on: channel.eventLoop)
        try channel.pipeline.syncOperations.addHandler(exchanges)
        return Value(channel: channel, exchanges: NIOLoopBound(exchanges, eventLoop: channel.eventLoop))
    }

    /// Adds the decoder, the codec and the handlers of requests.
    static func configure(
        _ pipeline: ChannelPipeline.SynchronousOperations, requestHandlers: [any RemovableChannelHandler]
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = WebServer.maximumHeaderBytes
        limits.maxHeaderListSize = WebServer.maximumHeaderBytes
        limits.maxHeaderFieldCount = WebServer.maximumHeaderFields
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
        try pipeline.addHandler(HTTP1Codec())
        try pipeline.addHandlers(requestHandlers)
    }
}
