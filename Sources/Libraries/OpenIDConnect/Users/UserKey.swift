import Encodings

/// Identifies a user across sessions, policies and tokens.
///
/// Two tokens belong to the same user if ``UserKeyRule`` makes the same key of both. Keys are compared byte by byte,
/// because identifiers that only look alike belong to different users (OpenID Connect Core, section 5.7).
public struct UserKey: Sendable, Hashable {
    /// The claim that identifies the user, so that no `sub` equals an `oid`.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: String, Sendable {
        /// `oid`, Microsoft's identifier of a user in a directory.
        case objectID = "oid"
        /// `sub`, the issuer's identifier of a user.
        case subject = "sub"
    }

    /// The claim that identifies the user.
    public let kind: Kind
    /// The space in which the value is unique: a directory (tenant) or an issuer.
    public let space: String
    /// The claim's value; a GUID is in lower case.
    public let value: String

    /// Creates a key.
    ///
    /// - Returns: `nil` if the value isn't 1 to 255 bytes long, or has a NUL (OpenID Connect Core, section 2).
    public init?(kind: Kind, space: String, value: String) {
        let utf8 = value.utf8.span
        guard (1...255).contains(utf8.count), utf8.firstIndex(of: 0, in: 0..<utf8.count) == nil else { return nil }
        self.kind = kind
        self.space = space
        self.value = GUID.lowercased(value)
    }

    /// The key as it is stored: kind, space and value, separated by spaces.
    ///
    /// Different keys have different texts, because the space has no white space here: all but visible ASCII is
    /// percent-encoded.
    public var text: String {
        var text = Self.prefix(kind, space, reserving: value.utf8.count)
        text += value
        return text
    }

    /// The value in a key's ``text``.
    public static func value(inText text: String) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        return parts.last.map { String(Substring($0)) } ?? ""
    }

    /// The prefix of the texts of all keys of this kind and space.
    static func prefix(_ kind: Kind, _ space: String, reserving count: Int = 0) -> String {
        func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%") }
        let isVisible = space.utf8.allSatisfy(isPlain)
        let visible = space.utf8.lazy.map { byte in
            isPlain(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        var prefix = ""
        prefix.reserveCapacity(kind.rawValue.utf8.count + space.utf8.count + 2 + count)
        prefix += kind.rawValue
        prefix += " "
        prefix += isVisible ? space : visible.joined()
        prefix += " "
        return prefix
    }

    /// Compares byte by byte.
    public static func == (one: UserKey, other: UserKey) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// An issuer and its identifier of a user; only both together identify one (OpenID Connect Core, section 5.7).
public struct Identity: Sendable, Hashable {
    /// The issuer (`iss`).
    public var issuer: String
    /// The issuer's identifier of the user (`sub`).
    public var subject: String

    /// An identity of its two parts.
    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}
