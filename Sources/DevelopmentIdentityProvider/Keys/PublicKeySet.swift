/// The document at `jwks_uri` (RFC 7517, section 5).
struct PublicKeySet: Sendable, Encodable {
    let keys: [PublicKey]
}
