import Encodings
import JWTKit

/// One public key of an authority's, ready to verify with (RFC 7517, section 4).
struct ProviderKey: Sendable {
    /// The key's name at the authority; `""` if it is no text.
    let kid: String?
    /// The issuer whose tokens the key verifies, which may be a template, if the key says so; `""` if it is no text.
    let issuer: String?
    /// A verifier for each algorithm that the key may be used with.
    let verifiers: [SignatureAlgorithm: any JWTAlgorithm]
    let verified = VerifiedTokens()

    /// Parses a key.
    ///
    /// - Throws: A fault if the key can't verify a signature.
    init(reading object: JSONObject) async throws(ProviderKeyFault) {
        guard let kty = object["kty"]?.string else { throw .malformed }
        guard Self.isForSignatures(object) else { throw .notForSignatures }
        var fitting = Self.algorithms(kty: kty, crv: object["crv"]?.string)
        if let alg = object["alg"] { fitting.removeAll { $0.rawValue != alg.string } }
        guard !fitting.isEmpty else { throw .notForSignatures }

        let object = try Self.normalized(object)
        var verifiers: [SignatureAlgorithm: any JWTAlgorithm] = [:]
        for algorithm in fitting {
            verifiers[algorithm] = await Self.verifier(algorithm, object)
        }
        guard !verifiers.isEmpty else { throw Self.isWeak(object) ? .weak : .malformed }
        self.verifiers = verifiers
        kid = object["kid"].map { $0.string ?? "" }
        issuer = object["issuer"].map { $0.string ?? "" }
    }

    func isNamed(_ name: String) -> Bool { kid.map { ByteEquality.equal($0, name) } ?? false }

    /// Whether the key made a token's signature.
    ///
    /// - Parameter caches: Whether the token is cached if so, because clients send such tokens repeatedly.
    func verifies(_ token: SignedToken, _ algorithm: SignatureAlgorithm, caches: Bool) -> Bool {
        guard let verifier = verifiers[algorithm] else { return false }
        let verify = { (try? verifier.verify(token.signature, signs: token.signingInput)) ?? false }
        return caches ? verified.isVerified(token, orBy: verify) : verify()
    }

    private static func isForSignatures(_ object: JSONObject) -> Bool {
        if let use = object["use"], use != .string("sig") { return false }
        if let operations = object["key_ops"], operations.strings?.contains("verify") != true { return false }
        return true
    }

    private static func algorithms(kty: String, crv: String?) -> [SignatureAlgorithm] {
        switch (kty, crv) {
        case ("RSA", _): [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
        case ("EC", "P-256"): [.es256]
        case ("EC", "P-384"): [.es384]
        case ("EC", "P-521"): [.es512]
        case ("OKP", "Ed25519"): [.edDSA, .ed25519]
        default: []
        }
    }

    /// The octets of a curve's coordinates.
    private static let coordinateSizes = ["P-256": 32, "P-384": 48, "P-521": 66]

    /// The key with coordinates of its curve's size (RFC 7518, section 6.2.1.2).
    ///
    /// Some authorities write them as signed or as shortest integers, with a zero octet too many or too few. JWTKit
    /// judges values that aren't base64url.
    private static func normalized(_ object: JSONObject) throws(ProviderKeyFault) -> JSONObject {
        guard object["kty"]?.string == "EC", let size = object["crv"]?.string.flatMap({ coordinateSizes[$0] }) else {
            return object
        }
        var object = object
        for (index, member) in object.members.enumerated() where member.name == "x" || member.name == "y" {
            guard let octets = member.value.string.flatMap({ Base64URL.decode($0) }) else { continue }
            let integer = octets.drop { $0 == 0 }
            guard integer.count <= size else { throw .coordinateTooLarge }
            let coordinate = [UInt8](repeating: 0, count: size - integer.count) + integer
            object.members[index] = .init(member.name, .string(Base64URL.encode(coordinate)))
        }
        return object
    }

    private static func isWeak(_ object: JSONObject) -> Bool {
        guard object["kty"]?.string == "RSA", object["e"]?.string.flatMap({ Base64URL.decode($0) }) != nil,
            let modulus = object["n"]?.string.flatMap({ Base64URL.decode($0) })
        else { return false }
        return modulus.drop { $0 == 0 }.count < 2048 / 8
    }

    /// Each key has a separate collection and a local name, so that JWTKit has nothing to choose from.
    ///
    /// The key has the chosen algorithm, so that neither the set nor a token's header can select another. RSA keys of
    /// less than 2,048 bits are refused.
    private static func verifier(_ algorithm: SignatureAlgorithm, _ object: JSONObject) async -> (any JWTAlgorithm)? {
        let name = JWKIdentifier(string: "key")
        let (x, y) = (object["x"]?.string, object["y"]?.string)
        let jwk: JWK
        switch algorithm {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
            jwk = .rsa(algorithm.named, identifier: name, modulus: object["n"]?.string, exponent: object["e"]?.string)
        case .es256: jwk = .ecdsa(algorithm.named, identifier: name, x: x, y: y, curve: .p256)
        case .es384: jwk = .ecdsa(algorithm.named, identifier: name, x: x, y: y, curve: .p384)
        case .es512: jwk = .ecdsa(algorithm.named, identifier: name, x: x, y: y, curve: .p521)
        case .edDSA, .ed25519: jwk = .octetKeyPair(algorithm.named, identifier: name, x: x, y: nil, curve: .ed25519)
        }
        let keys = JWTKeyCollection()
        guard (try? await keys.add(jwk: jwk)) != nil, let named = algorithm.named?.rawValue,
            let verifier = try? await keys.getKey(for: name, alg: named), verifier.name == named
        else { return nil }
        return verifier
    }
}
