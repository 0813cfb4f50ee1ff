/// Why a ``LoopbackServer`` could not do what a test requested.
public enum LoopbackFault: Error {
    /// The path and query do not make a URL.
    case notAURL
    /// `openssl` made no certificate.
    case noCertificate
}
