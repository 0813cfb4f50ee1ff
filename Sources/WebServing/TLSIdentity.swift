import NIOCore
import NIOSSL
import Synchronization

/// A server's certificate chain and private key, which can be replaced while the server runs; new connections use the
/// new pair.
package final class TLSIdentity: Sendable {
    private struct Pair {
        let certificates: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    private let pair: Mutex<Pair>

    /// Reads two PEM files: the certificate and its chain, and the certificate's private key.
    ///
    /// - Throws: `NIOSSLError` if one can't be read, or they don't belong together.
    package init(certificateFile: String, keyFile: String) throws {
        pair = Mutex(try Self.read(certificateFile, keyFile))
    }

    /// Rereads two PEM files for new connections; if that fails, the old pair stays in use.
    ///
    /// - Throws: As at first.
    package func replace(certificateFile: String, keyFile: String) throws {
        let read = try Self.read(certificateFile, keyFile)
        pair.withLock { $0 = read }
    }

    /// The TLS configuration of a server with this identity; each handshake uses the current pair.
    var configuration: TLSConfiguration {
        var configuration = Self.configuration(pair.withLock { $0 })
        configuration.sslContextCallback = { [self] _, promise in
            let current = pair.withLock { $0 }
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = current.certificates
            override.privateKey = current.key
            promise.succeed(override)
        }
        return configuration
    }

    /// TLS 1.2 is the least that is spoken (RFC 9325, section 3.1.1).
    private static func configuration(_ pair: Pair) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.certificates, privateKey: pair.key)
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    private static func read(_ certificateFile: String, _ keyFile: String) throws -> Pair {
        let pair = Pair(
            certificates: try NIOSSLCertificate.fromPEMFile(certificateFile).map { .certificate($0) },
            key: .privateKey(try NIOSSLPrivateKey(file: keyFile, format: .pem)))
        // Only a context checks that the two belong together.
        _ = try NIOSSLContext(configuration: configuration(pair))
        return pair
    }
}
