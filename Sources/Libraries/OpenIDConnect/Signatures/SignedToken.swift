package import Encodings

/// A JWS in its compact form, taken apart (RFC 7515, section 3.1).
///
/// Nothing is verified yet.
package struct SignedToken: Sendable {
    /// Maximum size of a token, in bytes.
    ///
    /// The limit matters because parsing comes before the check of the signature.
    static let longest = 64 << 10

    package let header: JSONObject
    package let payload: [UInt8]
    package let signature: [UInt8]
    /// The signed bytes.
    package let signingInput: [UInt8]

    /// `nil` if the text is no JWS: not three parts (an encrypted token has five), not base64url, a header that is
    /// no JSON object.
    package init?(parsing text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        // By bytes, because looking for characters takes a third of the time of the signature's verification.
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64URL.decode(Substring(parts[0])),
            let header = JSONObject(parsing: headerBytes),
            let payload = Base64URL.decode(Substring(parts[1])),
            let signature = Base64URL.decode(Substring(parts[2]))
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signingInput = Array(text.utf8[..<parts[1].endIndex])
    }

    /// Takes a token apart that is used for a purpose.
    init(_ text: String, for purpose: TokenPurpose) throws(OpenIDConnectError) {
        let size = text.utf8.count
        guard size <= Self.longest else {
            throw purpose.refusal(.tokenTooLarge, "\(size) bytes, at most \(Self.longest)")
        }
        guard let token = SignedToken(parsing: text) else {
            let parts = 1 + text.utf8.count { $0 == UInt8(ascii: ".") }
            throw purpose.refusal(.notSigned, parts == 5 ? "five parts, as an encrypted one has" : "parts: \(parts)")
        }
        self = token
    }
}

extension Claims {
    /// The claims of a JWT whose signature was verified before, such as one that the app has sealed.
    ///
    /// **Nothing is checked here.**
    package static func unverified(ofJWT raw: String) -> Claims? {
        guard let token = SignedToken(parsing: raw) else { return nil }
        return Claims(jsonObject: token.payload)
    }
}
