import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

struct HTTP1Connection: ServerChildChannel {
    let serve: Exchanges.Serve
    /// Makes the guard of a connection of HTTP/1.1, or of a stream of HTTP/2.
    let makeGuard: @Sendable () -> RequestGuardHandler
    /// How long a client that sends no more may wait for a response.
    let hangUp: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Exchanges> {
        channel.eventLoop.makeCompletedFuture {
            try Self.configure(channel.pipeline.syncOperations, makeGuard())
            return try Exchanges(on: channel, hangUp: hangUp)
        }
    }

    func handle(value: Exchanges, logger: Logger) async {
        await value.run(serve, logger: logger)
    }

    /// Adds the decoder, the codec and the guard.
    static func configure(_ pipeline: ChannelPipeline.SynchronousOperations, _ requestGuard: RequestGuardHandler) throws
    {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = WebServer.maximumHeaderBytes
        limits.maxHeaderListSize = WebServer.maximumHeaderBytes
        limits.maxHeaderFieldCount = WebServer.maximumHeaderFields
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
        try pipeline.addHandler(HTTP1Codec())
        try pipeline.addHandler(requestGuard)
    }
}
