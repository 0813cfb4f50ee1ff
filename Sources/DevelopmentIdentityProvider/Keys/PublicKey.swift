/// A public RSA key as JSON (RFC 7517).
struct PublicKey: Sendable, Encodable {
    let kty = "RSA"
    let use = "sig"
    let alg = "RS256"
    let kid: String
    let n: String
    let e: String
}
