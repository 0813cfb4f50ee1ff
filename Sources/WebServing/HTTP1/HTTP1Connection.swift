import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A connection of HTTP/1.1, whose requests follow each other.
struct HTTP1Connection: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    /// Makes the handlers of a connection of HTTP/1.1, or of a stream of HTTP/2.
    let requestHandlers: @Sendable () -> [any RemovableChannelHandler]

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try Self.configure(channel.pipeline.syncOperations, requestHandlers: requestHandlers())
            return try Value(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
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
