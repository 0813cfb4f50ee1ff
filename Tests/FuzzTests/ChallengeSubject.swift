import Encodings
import HTTPTransport
import OpenIDConnect

/// `WWW-Authenticate`: challenges are the same after they were written and read again, and what an API may require of
/// a sign-in is within its bounds.
struct ChallengeSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            #"Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age=5"#,
            #"DPoP algs="ES256", , bearer ERROR = "insufficient_claims" , claims="eyJhIjp7Im8vPyI6Int-fiJ9fQ=="#
                + #"",realm="a \"b\" \\ c,d=e""#,
            #"Negotiate YWJj/+==, Basic"#,
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        let field = String(decoding: bytes, as: UTF8.self)
        let challenges = AuthenticationChallenge.challenges(in: field)
        let written = challenges.map(Self.text).joined(separator: ", ")
        guard AuthenticationChallenge.challenges(in: written) == challenges else {
            return "challenges are others after they were written"
        }
        guard let required = StepUpChallenge(fields: [field]) else { return nil }
        guard challenges.contains(where: { $0.scheme == "bearer" || $0.scheme == "dpop" }) else {
            return "something is required by another scheme"
        }
        let isBounded =
            required.acrValues.map(Self.areACRValues) ?? true
            && required.maxAge.map((0...2_592_000).contains) ?? true
            && required.claims.map { $0.utf8.count <= 2048 && JSONObject(parsing: Array($0.utf8)) != nil } ?? true
        return isBounded ? nil : "a value out of bounds is required"
    }

    private static func areACRValues(_ text: String) -> Bool {
        (1...807).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// A challenge with all parameters as quoted strings.
    private static func text(_ challenge: AuthenticationChallenge) -> String {
        let parameters = challenge.parameters.map { name, value in
            let bytes = value.utf8.flatMap { byte in
                byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
            }
            return "\(name)=\"\(String(decoding: bytes, as: UTF8.self))\""
        }
        return "\(challenge.scheme) \(challenge.token68 ?? parameters.joined(separator: ", "))"
    }
}
