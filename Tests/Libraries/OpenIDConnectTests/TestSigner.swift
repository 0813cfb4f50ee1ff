import Crypto
import Encodings
import FoundationEssentials
import JWTKit
import Testing

@testable import OpenIDConnect

/// Signs any header and any payload, also such as no library would.
struct TestSigner: Sendable {
    let kid: String?
    let algorithm: String
    let key: any JWTAlgorithm
    /// The public half, as a member of a key set.
    let jwk: JSONObject

    static func rs256(_ pem: String = TestKeys.rsa, kid: String? = "rsa-1") async throws -> TestSigner {
        let key = try Insecure.RSA.PrivateKey(pem: pem)
        let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
        let primitives = try key.publicKey.getKeyPrimitives()
        return TestSigner(
            kid: kid, algorithm: "RS256", key: try await keys.getKey(),
            jwk: .of(
                [
                    ("kty", .string("RSA")), ("n", .string(Base64URL.encode(primitives.modulus))),
                    ("e", .string(Base64URL.encode(primitives.publicExponent))),
                ], kid: kid))
    }

    static func ps256(kid: String? = "rsa-1") async throws -> TestSigner {
        let honest = try await rs256(kid: kid)
        let keys = await JWTKeyCollection().add(
            pss: try Insecure.RSA.PrivateKey(pem: TestKeys.rsa), digestAlgorithm: .sha256)
        return TestSigner(kid: kid, algorithm: "PS256", key: try await keys.getKey(), jwk: honest.jwk)
    }

    static func es256(kid: String? = "ec-1") async throws -> TestSigner {
        let key = ES256PrivateKey()
        let keys = await JWTKeyCollection().add(ecdsa: key)
        let parameters = try #require(key.publicKey.parameters)
        return TestSigner(
            kid: kid, algorithm: "ES256", key: try await keys.getKey(),
            jwk: .of(
                [
                    ("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(urlSafe(parameters.x))),
                    ("y", .string(urlSafe(parameters.y))),
                ], kid: kid))
    }

    static func es384(kid: String? = "ec-384") async throws -> TestSigner {
        let key = ES384PrivateKey()
        let keys = await JWTKeyCollection().add(ecdsa: key)
        let parameters = try #require(key.publicKey.parameters)
        return TestSigner(
            kid: kid, algorithm: "ES384", key: try await keys.getKey(),
            jwk: .of(
                [
                    ("kty", .string("EC")), ("crv", .string("P-384")), ("x", .string(urlSafe(parameters.x))),
                    ("y", .string(urlSafe(parameters.y))),
                ], kid: kid))
    }

    static func edDSA(kid: String? = "ed-1") async throws -> TestSigner {
        let key = try EdDSA.PrivateKey()
        let keys = await JWTKeyCollection().add(eddsa: key)
        return TestSigner(
            kid: kid, algorithm: "EdDSA", key: try await keys.getKey(),
            jwk: .of(
                [
                    ("kty", .string("OKP")), ("crv", .string("Ed25519")),
                    ("x", .string(Base64URL.encode(key.publicKey.rawRepresentation))),
                ], kid: kid))
    }

    static func hs256(secret: String, kid: String? = nil) -> TestSigner {
        TestSigner(kid: kid, algorithm: "HS256", key: HS256(secret: secret), jwk: JSONObject())
    }

    /// A signed token.
    ///
    /// Members of `header` replace those that it would have; `null` takes one out.
    func sign(_ claims: [String: JSONValue], header: [String: JSONValue] = [:]) throws -> String {
        var members: [String: JSONValue] = ["alg": .string(algorithm), "typ": .string("JWT")]
        if let kid { members["kid"] = .string(kid) }
        return try sign(payload: JSONValue.of(claims).text, header: JSONValue.of(members.merging(header) { $1 }).text)
    }

    func sign(payload: String, header: String) throws -> String {
        let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8))"
        return "\(input).\(Base64URL.encode(try key.sign(Array(input.utf8))))"
    }

    private static func urlSafe(_ base64: String) -> String {
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// HS256 by a secret of any length; JWTKit's stops at short ones.
private struct HS256: JWTAlgorithm {
    let secret: String
    let name = "HS256"

    func sign(_ plaintext: some DataProtocol) throws -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: plaintext, using: SymmetricKey(data: Array(secret.utf8))))
    }

    func verify(_ signature: some DataProtocol, signs plaintext: some DataProtocol) throws -> Bool {
        try sign(plaintext) == Array(signature)
    }
}

extension JSONObject {
    static func of(_ members: [(String, JSONValue)], kid: String? = nil) -> JSONObject {
        var all = members
        if let kid { all.append(("kid", .string(kid))) }
        return JSONObject(members: all.map { Member($0.0, $0.1) })
    }

    /// This object with members set; `null` takes one out.
    func with(_ changes: [String: JSONValue]) -> JSONObject {
        let unchanged = members.filter { changes[$0.name] == nil }
        let added = changes.sorted { $0.key < $1.key }.filter { $0.value != .null }.map { Member($0.key, $0.value) }
        return JSONObject(members: unchanged + added)
    }
}

extension JSONValue {
    static func of(_ members: [String: JSONValue]) -> JSONValue { .object(JSONObject().with(members)) }
    static func number(_ value: Double) -> JSONValue {
        .number(value == value.rounded() ? "\(Int(value))" : "\(value)")
    }
    static func strings(_ values: String...) -> JSONValue { .array(values.map { .string($0) }) }
}
