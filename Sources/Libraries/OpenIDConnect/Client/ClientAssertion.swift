import Encodings
import PortableFoundation

/// A JWT that authenticates the client (RFC 7521, section 4.2; RFC 7523, section 3; OpenID Connect Core, section 9).
struct ClientAssertion {
    /// How many seconds an assertion of the client's own key is valid.
    private static let lifetime = 300
    /// Maximum size of an assertion that somebody else signs, in bytes.
    private static let longest = 16 << 10

    /// The compact form.
    let text: String
    let token: SignedToken
    let claims: Claims

    /// An assertion for one use, signed by the client's key.
    init(
        clientID: String, audience: String, key: ClientSigningKey, algorithm: SignatureAlgorithm, now: Date
    ) throws(OpenIDConnectError) {
        let issued = Int(now.timeIntervalSince1970)
        let header = JSONObject(
            members: [.init("alg", .string(algorithm.rawValue)), .init("typ", .string("JWT")), key.name])
        let payload: JSONObject = [
            "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience),
            "jti": .string(SecureRandom.text()), "iat": .number("\(issued)"), "nbf": .number("\(issued)"),
            "exp": .number("\(issued + Self.lifetime)"),
        ]
        let input = [header, payload].map { Base64URL.encode(JSONValue.object($0).text.utf8) }.joined(separator: ".")
        let signature = try key.signature(of: Array(input.utf8), by: algorithm)
        try self.init(compact: "\(input).\(Base64URL.encode(signature))")
    }

    /// An assertion that another party has signed, and renews before it expires.
    ///
    /// Its signature is for the authority to verify.
    init(foreign written: String, now: Date) throws(OpenIDConnectError) {
        guard written.utf8.count <= Self.longest else { throw Self.unusable("is longer than 16 KiB") }
        let text = written.trimmingCharacters(while: \.isWhitespace)
        guard !text.isEmpty else { throw Self.unusable("is empty") }
        try self.init(compact: text)
        guard now.timeIntervalSince1970 < claims.seconds("exp") ?? .infinity else { throw Self.unusable("has expired") }
    }

    private init(compact text: String) throws(OpenIDConnectError) {
        guard let token = SignedToken(parsing: text), !token.signature.isEmpty,
            let claims = Claims(jsonObject: token.payload)
        else { throw Self.unusable("is no signed JWT in compact form") }
        (self.text, self.token, self.claims) = (text, token, claims)
    }

    /// An error about another's assertion, of which nothing is repeated.
    static func unusable(_ words: String) -> OpenIDConnectError {
        OpenIDConnectError(
            .configuration(.clientAssertion), "the assertion \(words)")
    }
}

extension String {
    /// The text without such characters at its ends.
    fileprivate func trimmingCharacters(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
