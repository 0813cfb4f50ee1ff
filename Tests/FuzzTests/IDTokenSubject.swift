import Crypto
import Encodings

@testable import OpenIDConnect

/// A JWT: only the text that was signed verifies, and claims of any shape can be read.
struct IDTokenSubject: FuzzSubject {
    private static let key = try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32))
    private static let signingInput =
        "\(Base64URL.encode(Array(#"{"alg":"ES256","kid":"1","typ":"JWT"}"#.utf8)))."
        + Base64URL.encode(
            Array(
                #"{"iss":"https://a.example","sub":"alice","aud":["c"],"exp":1800000000,"iat":1.7e9,"nested":{"a":[1,true,null]}}"#
                    .utf8))

    var seeds: [[UInt8]] {
        guard let signature = try? Self.key?.signature(for: Array(Self.signingInput.utf8)) else { return [] }
        return [
            Array("\(Self.signingInput).\(Base64URL.encode(Array(signature.rawRepresentation)))".utf8),
            Array("\(Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))).e30.".utf8),
        ]
    }

    func fault(in bytes: [UInt8]) async -> String? {
        guard let token = SignedToken(parsing: String(decoding: bytes, as: UTF8.self)) else { return nil }
        if let claims = Claims(jsonObject: token.payload) {
            _ = claims.printable
            _ = ["exp", "iat", "nbf", "auth_time"].map { claims.seconds($0) }
            _ = claims.strings("aud")
        }
        guard let keys = await Self.keys, let algorithm = token.header["alg"]?.string.flatMap(SignatureAlgorithm.init)
        else { return nil }
        let issuer = IssuerRule(text: "https://a.example", allowedTenants: [])
        guard keys.verifies(token, algorithm, kid: token.header["kid"]?.string, for: issuer) else { return nil }
        return token.signingInput == Array(Self.signingInput.utf8) ? nil : "an unsigned token verifies"
    }

    private static var keys: KeySet? {
        get async {
            guard let point = key?.publicKey.rawRepresentation else { return nil }
            let x = Base64URL.encode(Array(point.prefix(32))), y = Base64URL.encode(Array(point.suffix(32)))
            let key: JSONObject = [
                "kty": .string("EC"), "crv": .string("P-256"), "kid": .string("1"), "x": .string(x), "y": .string(y),
            ]
            return try? await KeySet(["keys": .array([.object(key)])])
        }
    }
}
