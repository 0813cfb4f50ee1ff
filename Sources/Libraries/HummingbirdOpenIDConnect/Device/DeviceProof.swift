import Encodings
import OpenIDConnect

/// The proof of a device's key: a JWT over a challenge, in the field `Secure-Session-Response` (W3C Device Bound
/// Session Credentials, section 9.10).
struct DeviceProof: Sendable {
    private static let maximumBytes = 4096

    /// The challenge that was signed (`jti`).
    let challenge: String
    /// The key to register, which only the proof of a registration has.
    let jwk: JSONObject?
    private let token: SignedToken

    /// - Parameter values: The values of the field, of which there may be one.
    /// - Returns: `nil` if it is no such JWT.
    init?(_ values: [String]) {
        guard values.count == 1, let text = FieldString.content(of: values[0]), text.utf8.count <= Self.maximumBytes,
            let token = SignedToken(parsing: text), token.header["typ"]?.string == "dbsc+jwt",
            token.header["alg"]?.string == "ES256", token.header["crit"] == nil,
            let challenge = JSONObject(parsing: token.payload)?["jti"]?.string
        else { return nil }
        if let jwk = token.header["jwk"] {
            guard let object = jwk.object else { return nil }
            self.jwk = object
        } else {
            jwk = nil
        }
        self.challenge = challenge
        self.token = token
    }

    func isSigned(by key: DeviceKey) -> Bool { key.verifies(token.signature, of: token.signingInput) }
}

/// A field value that is one string (RFC 9651, section 3.3.3).
enum FieldString {
    /// The string's content; a value without quotes counts as a whole, because Chrome sends such ones.
    static func content(of value: String) -> String? {
        guard value.first == "\"" else { return value.isEmpty || value.contains("\"") ? nil : value }
        let content = value.dropFirst().dropLast()
        // What the browser repeats never needs an escape.
        guard value.utf8.count > 2, value.last == "\"", !content.contains("\""), !content.contains("\\") else {
            return nil
        }
        return String(content)
    }
}
