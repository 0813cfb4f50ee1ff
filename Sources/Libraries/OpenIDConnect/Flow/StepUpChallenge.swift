import Encodings
public import HTTPTransport

/// How an API requires the user to authenticate again, in place of the access token that it refuses.
///
/// RFC 9470, section 3, or Microsoft Entra's claims challenge. The values are the API's, so neither a page nor the log
/// may have them.
public struct StepUpChallenge: Sendable, Equatable, Redacted {
    /// The context classes of which the API wants one, separated by spaces.
    public let acrValues: String?
    /// Maximum time since the user authenticated, in seconds.
    public let maxAge: Int?
    /// The `claims` parameter for the authorization request, a JSON object.
    public let claims: String?

    /// A challenge of its parts, as read from storage.
    public init(acrValues: String?, maxAge: Int?, claims: String?) {
        self.acrValues = acrValues
        self.maxAge = maxAge
        self.claims = claims
    }

    /// Reads the values of the `WWW-Authenticate` fields of a response with status 401.
    ///
    /// The first challenge for bearer or DPoP tokens that requires anything counts. A value out of its bounds counts as
    /// absent.
    ///
    /// - Returns: `nil` if no challenge requires anything that an authorization request can have.
    public init?(fields: [String]) {
        let challenges = fields.flatMap { AuthenticationChallenge.challenges(in: $0) }
        guard let first = challenges.compactMap(Self.init).first else { return nil }
        self = first
    }

    private init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme == "bearer" || challenge.scheme == "dpop" else { return nil }
        let parameters = challenge.parameters
        switch parameters["error"] {
        case "insufficient_user_authentication":
            self.init(
                acrValues: parameters["acr_values"].flatMap(Self.acrValues),
                maxAge: parameters["max_age"].flatMap(Self.maxAge), claims: nil)
        case "insufficient_claims":
            self.init(acrValues: nil, maxAge: nil, claims: parameters["claims"].flatMap(Self.claims))
        default: return nil
        }
        if acrValues == nil, maxAge == nil, claims == nil { return nil }
    }

    /// The text as it is, if it has at most eight values of at most 100 visible characters of ASCII.
    private static func acrValues(_ text: String) -> String? {
        let (count, length) = (8, 100)
        // More spaces than one between two values would let it grow.
        guard text.utf8.count < count * (length + 1) else { return nil }
        let values = text.utf8.split(separator: UInt8(ascii: " "))
        let isBounded = values.allSatisfy { $0.count <= length && $0.allSatisfy { (0x21...0x7E).contains($0) } }
        return isBounded && (1...count).contains(values.count) ? text : nil
    }

    /// A number of seconds of at most 30 days.
    private static func maxAge(_ text: String) -> Int? {
        guard text.utf8.allSatisfy(\.isDigit), let seconds = Int(text), seconds <= 30 * 86_400 else { return nil }
        return seconds
    }

    /// The JSON object of at most 2,048 bytes that is encoded, in either alphabet of base64, with or without padding.
    private static func claims(_ text: String) -> String? {
        let longest = 2048
        var encoded = text.utf8[...]
        // Padding completes the last group of four characters (RFC 4648, section 4).
        if encoded.count.isMultiple(of: 4) {
            for _ in 0..<2 where encoded.last == UInt8(ascii: "=") { encoded.removeLast() }
        }
        guard encoded.count <= Base64URL.encodedCount(longest) else { return nil }
        let canonical = encoded.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        guard let decoded = Base64URL.decode(canonical[...]), JSONObject(parsing: decoded) != nil else { return nil }
        return String(utf8: decoded.span)
    }
}
