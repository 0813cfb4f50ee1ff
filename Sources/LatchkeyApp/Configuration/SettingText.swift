import FoundationEssentials
import HTTPTransport
import PostgreSQLStorage
import WebServing

/// One value as it is written, and the ways to read it.
///
/// Each reading is `nil` where the text can't be read so.
struct SettingText: Sendable, Equatable {
    let text: String

    var boolean: Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// More than zero seconds and at most a billion, as `10` or `0.5`.
    var duration: Duration? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let seconds = Double(text),
            seconds >= 0.001, seconds <= 1e9
        else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// A whole number from 1 to a million.
    var count: Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            (1...1_000_000).contains(number)
        else {
            return nil
        }
        return number
    }

    var url: HTTPURL? { HTTPURL(text) }

    /// The URL with a word where `{policy}` stands, which may be in the path only: in the host a policy would choose
    /// who is asked.
    var authorityURL: HTTPURL? {
        guard let url = HTTPURL(text.replacing(Self.policyMark, with: "policy")) else { return nil }
        guard let mark = text.firstRange(of: Self.policyMark) else { return url }
        return url.query == nil && HTTPURL(String(text[..<mark.lowerBound]))?.origin == url.origin ? url : nil
    }

    var listenAddress: ListenAddress? { ListenAddressText(text)?.address }

    /// Where policies stand in an authority.
    static let policyMark = "{policy}"

    /// The path after `sqlite:`, or a URL of PostgreSQL's.
    var database: DatabaseLocation? {
        if let url = try? PostgreSQLURL(text) { return .postgreSQL(url) }
        guard text.hasPrefix("sqlite:"), text.count > "sqlite:".count else { return nil }
        return .sqlite(path: String(text.dropFirst("sqlite:".count)))
    }

    /// A session key without padding: 32 bytes in base64url (RFC 4648, section 5).
    var sessionKey: String? {
        let key = text.hasSuffix("=") ? String(text.dropLast()) : text
        guard key.utf8.count == 43, key.utf8.allSatisfy(Self.isBase64URL) else { return nil }
        // 43 characters hold 258 bits: the last two must be zero, or two spellings would be one key.
        return "AEIMQUYcgkosw048".contains(key.suffix(1)) ? key : nil
    }

    /// Whether it is a scope token (RFC 6749, section 3.3).
    var isScope: Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// Whether it can be a part of a path as it is, and none that steps up or down.
    var isPolicyName: Bool {
        text.utf8.contains { $0 != UInt8(ascii: ".") }
            && text.utf8.allSatisfy { Self.isBase64URL($0) || $0 == UInt8(ascii: ".") }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
