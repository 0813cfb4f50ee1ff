import NIOSSL

/// A server's certificate chain and private key, as PEM files.
public struct TLSIdentity: Sendable {
    /// The certificate and those that lead from it to a root, in that order.
    public var certificateFile: String
    /// The certificate's private key.
    public var keyFile: String

    /// An identity of two PEM files.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// Reads both files; TLS 1.2 is the least that is spoken (RFC 9325, section 3.1.1).
    var configuration: TLSConfiguration {
        get throws {
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificateFile).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: keyFile, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        }
    }
}
