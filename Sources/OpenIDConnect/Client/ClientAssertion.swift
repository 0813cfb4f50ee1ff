import Encodings
import FoundationEssentials
import HTTPTransport
import JWTKit

/// A signed JWT that authenticates the client, valid for five minutes and one use (RFC 7523, section 3; OpenID Connect
/// Core, section 9).
struct ClientAssertion {
    private struct Payload: JWTPayload {
        let iss: String
        let sub: String
        let aud: String
        let jti: String
        let iat: Int
        let exp: Int

        func verify(using _: some JWTAlgorithm) {}
    }

    let clientID: String
    let audience: HTTPURL
    let now: Date

    /// The assertion, signed by RS256 or ES256 as the key is.
    func signed(by pem: String) async throws(OpenIDConnectError) -> String {
        let issued = Int(now.timeIntervalSince1970)
        let payload = Payload(
            iss: clientID, sub: clientID, aud: audience.description, jti: SecureRandom.text(), iat: issued,
            exp: issued + 300)
        let keys = try await Self.signer(pem)
        do {
            return try await keys.sign(payload)
        } catch {
            throw OpenIDConnectError(.configuration(setting: "clientKeyFile"), "the client's key does not sign")
        }
    }

    /// Signs with a private key.
    static func signer(_ pem: String) async throws(OpenIDConnectError) -> JWTKeyCollection {
        let keys = JWTKeyCollection()
        if let key = try? Insecure.RSA.PrivateKey(pem: pem) {
            await keys.add(rsa: key, digestAlgorithm: .sha256)
        } else if let key = try? ES256PrivateKey(pem: pem) {
            await keys.add(ecdsa: key)
        } else {
            throw OpenIDConnectError(
                .configuration(setting: "clientKeyFile"),
                "the client's key is neither an RSA key of 2,048 bits or more nor a P-256 key, as PEM")
        }
        return keys
    }
}
