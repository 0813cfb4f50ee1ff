import Encodings

/// A challenge of a server, as `WWW-Authenticate` has it (RFC 9110, section 11.3).
public struct AuthenticationChallenge: Sendable, Equatable {
    /// The authentication scheme, in lower case.
    public let scheme: String
    /// The value of a scheme that has one in place of parameters, as `Negotiate` has.
    public let token68: String?
    /// The parameters by their names, which are in lower case.
    public let parameters: [String: String]

    /// A challenge of its parts.
    public init(scheme: String, token68: String? = nil, parameters: [String: String] = [:]) {
        self.scheme = scheme
        self.token68 = token68
        self.parameters = parameters
    }

    /// The challenges in one field value, in their order (RFC 9110, section 11.6.1).
    ///
    /// A challenge that has a parameter twice is left out.
    ///
    /// - Returns: No challenge if the value is malformed anywhere, because the rest could then be part of a quoted
    ///   string.
    public static func challenges(in fieldValue: String) -> [AuthenticationChallenge] {
        var parser = ChallengeParser(bytes: Array(fieldValue.utf8))
        return parser.challenges() ?? []
    }
}

/// Parses a field value in linear time.
private struct ChallengeParser {
    /// A challenge whose parameters are being read.
    private struct Draft {
        let scheme: String
        var token68: String?
        var parameters: [String: String] = [:]
        var hasRepetition = false

        var challenge: AuthenticationChallenge? {
            hasRepetition ? nil : AuthenticationChallenge(scheme: scheme, token68: token68, parameters: parameters)
        }
    }

    let bytes: [UInt8]
    private var position = 0
    private var drafts: [Draft] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `nil` if the value is malformed.
    ///
    /// An element of the list is a scheme with or without its first parameter, or a further parameter of the scheme
    /// before it. Elements may be empty (section 5.6.1.2).
    mutating func challenges() -> [AuthenticationChallenge]? {
        while true {
            skip(\.isOuterSpace)
            guard let byte = next else { return drafts.compactMap(\.challenge) }
            if byte == UInt8(ascii: ",") {
                position += 1
                continue
            }
            guard element() else { return nil }
            skip(\.isOuterSpace)
            guard next == nil || next == UInt8(ascii: ",") else { return nil }
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func element() -> Bool {
        guard let name = lowercasedToken() else { return false }
        let end = position
        skip(\.isOuterSpace)
        if next == UInt8(ascii: "=") { return parameter(name) }
        position = end
        drafts.append(Draft(scheme: name))
        guard skip({ $0 == 0x20 }) > 0, next?.isTokenCharacter == true || next == UInt8(ascii: "/") else { return true }
        if let token68 = token68() {
            drafts[drafts.count - 1].token68 = token68
            return true
        }
        return lowercasedToken().map { parameter($0) } ?? false
    }

    /// Reads the rest of a parameter, from the white space before `=` (section 11.2).
    private mutating func parameter(_ name: String) -> Bool {
        skip(\.isOuterSpace)
        guard next == UInt8(ascii: "="), let last = drafts.indices.last, drafts[last].token68 == nil else {
            return false
        }
        position += 1
        skip(\.isOuterSpace)
        guard let value = next == UInt8(ascii: "\"") ? quotedString() : token() else { return false }
        if drafts[last].parameters.updateValue(value, forKey: name) != nil { drafts[last].hasRepetition = true }
        return true
    }

    /// Reads a `token68` that is a whole element; `nil`, and nothing is read, if there is none.
    private mutating func token68() -> String? {
        let start = position
        guard skip(\.isToken68Character) > 0 else { return nil }
        skip { $0 == UInt8(ascii: "=") }
        let end = position
        skip(\.isOuterSpace)
        guard next == nil || next == UInt8(ascii: ",") else {
            position = start
            return nil
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private mutating func token() -> String? {
        let start = position
        guard skip(\.isTokenCharacter) > 0 else { return nil }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func lowercasedToken() -> String? { token()?.lowercased() }

    /// Reads a quoted string (section 5.6.4); `nil` if it doesn't end, or has a control character.
    private mutating func quotedString() -> String? {
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next, escaped.isQuotable else { return nil }
                content.append(escaped)
                position += 1
            default:
                guard byte.isQuotable else { return nil }
                content.append(byte)
            }
        }
        return nil
    }

    /// - Returns: The number of bytes that were skipped.
    @discardableResult
    private mutating func skip(_ belongs: (UInt8) -> Bool) -> Int {
        let start = position
        while let byte = next, belongs(byte) { position += 1 }
        return position - start
    }
}

extension UInt8 {
    /// White space around elements, and around the `=` of a parameter (RFC 9110, section 5.6.3).
    fileprivate var isOuterSpace: Bool { self == 0x20 || self == 0x09 }

    /// `tchar` (RFC 9110, section 5.6.2).
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: isLetter || isDigit
        }
    }

    /// A character of `token68` before its padding (RFC 9110, section 11.2).
    fileprivate var isToken68Character: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
            UInt8(ascii: "/"):
            true
        default: isLetter || isDigit
        }
    }

    /// `HTAB`, `SP`, `VCHAR` or `obs-text`, which a quoted string may have (RFC 9110, section 5.6.4).
    fileprivate var isQuotable: Bool { self == 0x09 || (0x20...0x7E).contains(self) || self >= 0x80 }
}
