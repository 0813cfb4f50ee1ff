import AsyncHTTPClient
import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemLibrary

extension TransportError {
    /// The transport's error for one of async-http-client or SwiftNIO.
    ///
    /// Only details of connecting are passed on, which name host, port and certificate; others may quote bytes that
    /// were sent or received.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as TransportError: error
            case let error as HTTPClientError: TransportError(Self.kind(of: error), error.shortDescription)
            case let error as NIOConnectionError:
                TransportError(.unreachable, "\(error.host):\(error.port) is unreachable")
            case let error as IOError where Self.isOfConnecting(error): TransportError(.unreachable, "\(error)")
            case ChannelError.connectTimeout: TransportError(.timedOut, "the connection took too long")
            case NIOSSLError.uncleanShutdown: TransportError(.broken, "the connection ended without TLS's end")
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: TransportError(.insecure, "\(error)")
            case HTTPParserError.unexpectedContentLength, HTTPParserError.invalidContentLength:
                TransportError(.invalidResponse, "the response's header doesn't say where its body ends")
            default: TransportError(.broken, "the connection broke, or the response was not HTTP: \(type(of: error))")
            }
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        case .deadlineExceeded, .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .timedOut
        case .alreadyShutdown, .cancelled: .shutDown
        case .remoteConnectionClosed, .uncleanShutdown, .requestStreamCancelled: .broken
        default: .invalidRequest
        }
    }

    private static func isOfConnecting(_ error: IOError) -> Bool {
        ![ECONNRESET, ECONNABORTED, EPIPE].contains(error.errnoCode)
    }
}
