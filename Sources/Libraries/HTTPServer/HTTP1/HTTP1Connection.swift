import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

struct HTTP1Connection: ServerChildChannel {
    let serve: Exchanges.Serve
    let limits: ServerLimits
    let budget: ResponseBudget

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Exchanges> {
        channel.eventLoop.makeCompletedFuture {
            try Self.configure(channel.pipeline.syncOperations, limits, budget)
            return try Exchanges(on: channel, limits)
        }
    }

    func handle(value: Exchanges, logger: Logger) async {
        await value.run(serve, logger: logger)
    }

    /// Adds the decoder, the codec and the guard.
    static func configure(
        _ pipeline: ChannelPipeline.SynchronousOperations, _ limits: ServerLimits, _ budget: ResponseBudget
    ) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.headerBytes
        decoding.maxHeaderListSize = limits.headerBytes
        decoding.maxHeaderFieldCount = limits.headerFields
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)))
        try pipeline.addHandler(HTTP1Codec())
        try pipeline.addHandler(RequestGuardHandler(limits, budget))
    }
}
