import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// A connection of HTTP/2 (RFC 9113) whose requests run side by side, each on a separate stream.
struct HTTP2Connection: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Exchanges>
        let channel: any Channel
    }

    /// Maximum number of open streams of a client that has acknowledged the settings.
    private static let maximumStreams = 32
    /// By how much a head may be too large and still be decoded.
    ///
    /// It is refused with 431 on its stream. NIO can't decode a larger one and ends the connection, because the
    /// compression state of the connection is lost with it.
    private static let excessHeaderBytes = 32 * 1024

    /// How requests are served, as on a connection of HTTP/1.
    let requests: HTTP1Connection

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let manager = NIOHTTP2ServerConnectionManagementHandler(
                eventLoop: channel.eventLoop,
                configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
            let closing = HTTP2ClosingHandler(linger: requests.limits.deadlines.farewell)
            try pipeline.addHandler(closing)
            let streams = try pipeline.configureAsyncHTTP2Pipeline(
                mode: .server, streamDelegate: manager.http2StreamDelegate, frameDelegate: closing,
                configuration: configuration, streamInitializer: setUp(stream:))
            try pipeline.addHandler(manager)
            return Value(streams: streams, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withDiscardingTaskGroup { group in
            do {
                for try await stream in value.streams.inbound {
                    group.addTask { await requests.handle(value: stream, logger: logger) }
                }
            } catch {
                // The streams' tasks aren't cancelled, because some requests are served to their end regardless.
                logger.debug("HTTP/2 connection failed", metadata: ["reason": "\(error)"])
            }
        }
    }

    private var configuration: NIOHTTP2Handler.Configuration {
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.maximumStreams),
            // As RFC 9113, section 6.5.2, measures it.
            HTTP2Setting(
                parameter: .maxHeaderListSize, value: requests.limits.headerBytes + Self.excessHeaderBytes),
        ]
        return configuration
    }

    private func setUp(stream: any Channel) -> EventLoopFuture<Exchanges> {
        stream.eventLoop.makeCompletedFuture {
            let pipeline = stream.pipeline.syncOperations
            try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
            try pipeline.addHandler(RequestGuardHandler(requests.limits, requests.budget))
            return try Exchanges(on: stream, requests.limits)
        }
    }
}
