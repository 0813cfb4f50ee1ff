import NIOCore
import NIOSSL
import Synchronization

/// A server's certificate chain and private key, which can be replaced while the server runs; new connections use the
/// new pair.
public final class TLSIdentity: Sendable {
    private struct Pair {
        let certificates: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    private let pair: Mutex<Pair>

    /// Reads two PEM files: the certificate and its chain, and the certificate's private key.
    ///
    /// - Throws: `NIOSSLError` if one can't be read, or they don't belong together.
    public init(certificateFile: String, keyFile: String) throws {
        pair = Mutex(try Self.read(certificateFile, keyFile))
    }

    /// Rereads two PEM files for new connections; if that fails, the old pair stays in use.
    ///
    /// - Throws: As at first.
    public func replace(certificateFile: String, keyFile: String) throws {
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

    /// Mozilla's intermediate profile, and post-quantum key agreement for the browsers that offer it.
    ///
    /// TLS 1.2 is the minimum (RFC 9325, section 3.1.1). Its cipher suites are limited to authenticated encryption with
    /// forward secrecy, which all suites of TLS 1.3 have.
    private static func configuration(_ pair: Pair) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.certificates, privateKey: pair.key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        configuration.curves = [.x25519_MLKEM768, .x25519, .secp256r1, .secp384r1]
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
