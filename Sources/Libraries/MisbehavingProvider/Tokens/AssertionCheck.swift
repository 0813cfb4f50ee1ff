import Crypto
import Encodings
import PortableFoundation
import SwiftASN1

/// Verifies the assertion of a client (RFC 7523, section 3), by code that the relying party doesn't share.
struct AssertionCheck {
    /// The reason why an assertion is refused.
    struct Refusal: Error {
        let reason: String
    }

    private struct Header: Decodable {
        private enum CodingKeys: String, CodingKey {
            case alg, typ, kid
            case fingerprint = "x5t#S256"
        }

        let alg: String
        let typ: String?
        let kid: String?
        let fingerprint: String?
    }

    private struct Payload: Decodable {
        let iss: String
        let sub: String
        let aud: String
        let exp: Double
        let nbf: Double?
        let jti: String?
    }

    private static let skew = 60.0
    private static let longestLifetime = 600.0

    let client: RegisteredClient
    let issuer: String
    let tokenEndpoint: String
    /// The algorithms that the metadata offers.
    let algorithms: [String]
    /// In UNIX seconds.
    let now: Double

    /// - Returns: The assertion's `jti`, which must be new; `nil` if it may be used again.
    func verify(_ assertion: String) throws(Refusal) -> String? {
        let parts = assertion.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decoded(Header.self, parts[0]),
            let payload = Self.decoded(Payload.self, parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw Refusal(reason: "no signed JWT with iss, sub, one aud, and exp") }
        guard now < payload.exp else { throw Refusal(reason: "expired") }
        guard payload.nbf ?? 0 <= now + Self.skew else { throw Refusal(reason: "not yet valid") }

        let input = Array("\(parts[0]).\(parts[1])".utf8)
        if let other = client.federatedCredential, payload.iss == other.issuer {
            guard payload.sub == other.subject else { throw Refusal(reason: "another subject's") }
            guard payload.aud == other.audience else { throw Refusal(reason: "for another audience") }
            guard RegisteredKey(pem: other.publicKey)?.verifies(signature, of: input, header.alg) == true else {
                throw Refusal(reason: "signed by no registered key")
            }
            return nil
        }
        guard let key = client.publicKey.flatMap(RegisteredKey.init(pem:)),
            key.verifies(signature, of: input, header.alg)
        else { throw Refusal(reason: "signed by no registered key, or by an unknown algorithm") }
        guard algorithms.contains(header.alg) else { throw Refusal(reason: "signed by \(header.alg)") }
        try check(header, key)
        try check(payload)
        return payload.jti
    }

    private func check(_ header: Header, _ key: RegisteredKey) throws(Refusal) {
        guard header.typ == "JWT" else { throw Refusal(reason: "without typ JWT") }
        guard let certificate = client.certificate else {
            guard header.kid == key.thumbprint else { throw Refusal(reason: "kid is not the key's thumbprint") }
            return
        }
        guard let der = try? PEMDocument(pemString: certificate).derBytes,
            header.fingerprint == Base64URL.encode(SHA256.hash(data: der))
        else { throw Refusal(reason: "x5t#S256 is not the certificate's digest") }
    }

    private func check(_ payload: Payload) throws(Refusal) {
        guard payload.iss == client.id, payload.sub == client.id else { throw Refusal(reason: "another client's") }
        let audience =
            switch client.assertionAudience {
            case .issuer: issuer
            case .tokenEndpoint: tokenEndpoint
            }
        guard payload.aud == audience else { throw Refusal(reason: "for the audience \(payload.aud)") }
        guard payload.exp <= now + Self.longestLifetime else { throw Refusal(reason: "valid for too long") }
        guard payload.jti?.isEmpty == false else { throw Refusal(reason: "without jti") }
    }

    private static func decoded<Value: Decodable>(_: Value.Type, _ part: Substring) -> Value? {
        Base64URL.decode(part).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
    }
}
