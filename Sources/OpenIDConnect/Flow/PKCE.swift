import Crypto
import Encodings

/// Proof Key for Code Exchange by S256 (RFC 7636).
struct PKCE {
    let verifier: String

    /// What the authorization request carries of the verifier (section 4.2).
    var challenge: String { Base64URL.encode(SHA256.hash(data: Array(verifier.utf8))) }
}
