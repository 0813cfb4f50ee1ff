import Crypto
import CryptoExtras
import Encodings
import FoundationEssentials
import JWTKit

/// The RSA key that signs tokens: made once, and stored in the data directory.
struct TokenSigningKey: Sendable {
    let key: JWTKit.Insecure.RSA.PrivateKey
    /// The key's thumbprint (RFC 7638), so that a key has the same name wherever it is.
    let keyID: String
    /// The public part as others read it (RFC 7517).
    let publicKey: JSONObject

    /// Reads the key, or makes one if there is none.
    ///
    /// - Throws: ``ProviderSetupError`` if the file can't be read or written, or isn't a key.
    init(file: PrivateFile) throws {
        if let stored = try Self.stored(in: file) {
            self = stored
            return
        }
        let made = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
        if try file.create(made) {
            try self.init(pem: made)
        } else if let stored = try Self.stored(in: file) {
            // Another process was quicker, and its key is the one.
            self = stored
        } else {
            throw ProviderSetupError(
                kind: .dataDirectory, description: "the file \(file.path) can't be read; take it away")
        }
    }

    /// The key in a file; `nil` if there is no file.
    ///
    /// - Throws: ``ProviderSetupError`` if the file can't be read, or isn't a key.
    static func stored(in file: PrivateFile) throws(ProviderSetupError) -> TokenSigningKey? {
        guard let pem = try file.read() else { return nil }
        do {
            return try TokenSigningKey(pem: pem)
        } catch {
            throw ProviderSetupError(
                kind: .dataDirectory,
                description: "the file \(file.path) isn't an RSA key; take it away to have a new one made")
        }
    }

    private init(pem: String) throws {
        key = try JWTKit.Insecure.RSA.PrivateKey(pem: pem)
        let numbers = try key.publicKey.getKeyPrimitives()
        // The thumbprint's members, in its order.
        let members: JSONObject = [
            "e": .string(Base64URL.encode(numbers.publicExponent)), "kty": .string("RSA"),
            "n": .string(Base64URL.encode(numbers.modulus)),
        ]
        keyID = Base64URL.encode(SHA256.hash(data: Array(JSONValue.object(members).text.utf8)))
        let others: JSONObject = ["use": .string("sig"), "alg": .string("RS256"), "kid": .string(keyID)]
        publicKey = JSONObject(members: members.members + others.members)
    }

    /// A key for something else than signing, which lasts as long as this one (RFC 5869).
    func derivedKey(for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.derRepresentation), info: Data(purpose.utf8), outputByteCount: 32)
    }
}
