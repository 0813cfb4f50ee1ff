import Crypto
import Encodings
import SwiftASN1
import X509

/// The certificate of the client's key (RFC 5280), as the authority knows it.
struct ClientCertificate: Sendable {
    /// The SHA-256 digest of its DER in base64url (RFC 7515, section 4.1.8).
    let fingerprint: String
    let publicKey: Certificate.PublicKey

    /// Reads the first certificate of a text; a chain may follow.
    init(pem: String) throws(OpenIDConnectError) {
        do {
            let documents = try PEMDocument.parseMultiple(pemString: pem)
            guard let der = documents.first(where: { $0.discriminator == "CERTIFICATE" })?.derBytes else {
                throw CancellationError()
            }
            let certificate = try Certificate(derEncoded: der)
            fingerprint = Base64URL.encode(SHA256.hash(data: der))
            publicKey = certificate.publicKey
        } catch {
            throw OpenIDConnectError(
                .configuration(.clientCertificate), "the client's certificate can't be read as PEM")
        }
    }
}
