import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOSSL
import Synchronization

/// A connection over TLS that speaks HTTP/2 or HTTP/1.1, as agreed in the handshake.
struct SecureConnection: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<NIONegotiatedHTTPVersion<Exchanges, HTTP2Connection.Value>>
        let channel: any Channel
        let errors: HandshakeErrorRecorder
    }

    private let context: NIOSSLContext
    private let http1: HTTP1Connection
    private let http2: HTTP2Connection

    init(_ identity: TLSIdentity, _ requests: HTTP1Connection) throws {
        var configuration = identity.configuration
        configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
        context = try NIOSSLContext(configuration: configuration)
        http1 = requests
        http2 = HTTP2Connection(requests: requests)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let errors = HandshakeErrorRecorder()
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
                [NIOSSLServerHandler(context: context), errors])
        }.flatMap {
            channel.configureHTTP2AsyncSecureUpgrade(
                http1ConnectionInitializer: { http1.setup(channel: $0, logger: logger) },
                http2ConnectionInitializer: { http2.setup(channel: $0, logger: logger) })
        }.map { Value(negotiated: $0, channel: channel, errors: errors) }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            do {
                switch try await value.negotiated.get() {
                case .http1_1(let connection): await http1.handle(value: connection, logger: logger)
                case .http2(let connection): await http2.handle(value: connection, logger: logger)
                }
            } catch {
                logger.debug("TLS handshake failed", metadata: ["reason": "\(value.errors.first ?? error)"])
            }
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}

/// Stores the first error of a connection, so that a failed handshake has a reason.
///
/// The negotiation itself reports only that the connection has closed.
final class HandshakeErrorRecorder: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let stored = Mutex<(any Error)?>(nil)

    var first: (any Error)? { stored.withLock { $0 } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        stored.withLock { $0 = $0 ?? error }
        context.fireErrorCaught(error)
    }
}
