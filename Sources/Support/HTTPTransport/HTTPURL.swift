import Encodings
import PortableFoundation

/// An absolute `http` or `https` URL (RFC 3986), without user information and without a fragment.
///
/// An accepted URL can be sent unchanged: each part is percent-encoded and has neither white space nor control
/// characters.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// The schemes that a transport speaks.
    ///
    /// A minor version adds no case.
    public enum Scheme: String, Sendable {
        /// Plain HTTP.
        case http
        /// HTTP over TLS.
        case https
    }

    /// The scheme, in lower case.
    public let scheme: Scheme
    /// The host in lower case; an IPv6 address is in brackets.
    public let host: String
    /// The port if the URL names one.
    public let port: Int?
    /// The path, percent-encoded; at least `/`.
    public let path: String
    /// The query, percent-encoded, without its question mark.
    public let query: String?
    /// `host` or `host:port`, as the `Host` header has it.
    public let authority: String
    /// The URL as it was written, if it was read from a text.
    private let text: String?

    /// Reads a URL.
    ///
    /// - Returns: `nil` if the text is no absolute `http` or `https` URL, or has user information or a fragment.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let host = parts.encodedHost?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil,
            parts.port.map({ (1...65535).contains($0) }) ?? true
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = parts.port
        path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        query = parts.percentEncodedQuery
        authority = Self.authority(host, port)
        self.text = text
    }

    /// The URL as it was written.
    public var description: String { text ?? "\(scheme)://\(authority)\(pathAndQuery)" }

    /// `scheme://host[:port]` with a default port left out, as the `Origin` header has it (RFC 6454, section 6.2).
    public var origin: String {
        let isDefault = port == nil || port == (scheme == .https ? 443 : 80)
        return isDefault ? "\(scheme)://\(host)" : "\(scheme)://\(authority)"
    }

    /// The path and, if there is one, `?` and the query.
    public var pathAndQuery: String { query.map { "\(path)?\($0)" } ?? path }

    /// Whether the host can only be this machine: `localhost`, `*.localhost`, 127.0.0.0/8 or `[::1]`.
    public var isLoopback: Bool { Self.isLoopback(host: host) }

    /// Whether a host, without its port, can only be this machine: `localhost`, `*.localhost`, 127.0.0.0/8 or `[::1]`.
    public static func isLoopback(host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == "::1" { return true }
        // The names under localhost are loopback names, too (RFC 6761, section 6.3).
        if name.hasSuffix(".localhost"), !name.hasPrefix(".") { return true }
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false)
        return bytes.count == 4 && bytes[0] == "127"
            && bytes.allSatisfy { $0.utf8.first != UInt8(ascii: "+") && UInt8($0) != nil }
    }

    /// This URL with these fields appended to its query.
    public func appending(query fields: FormBody) -> HTTPURL {
        guard !fields.fields.isEmpty else { return self }
        let added = fields.encoded
        return HTTPURL(self, path: path, query: query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added)
    }

    /// This URL with a segment appended to its path, percent-encoded, so that it stays one segment.
    ///
    /// - Returns: `nil` if ``encode(segment:)`` refuses the segment.
    public func appending(pathSegment segment: String) -> HTTPURL? {
        guard let encoded = Self.encode(segment: segment) else { return nil }
        return HTTPURL(self, path: path.hasSuffix("/") ? path + encoded : "\(path)/\(encoded)", query: query)
    }

    /// This URL with another path and query; `nil`: no query.
    ///
    /// The path is percent-encoded already and starts with `/`.
    public func replacing(path: String, query: String? = nil) -> HTTPURL {
        HTTPURL(self, path: path, query: query)
    }

    /// One path segment, percent-encoded but for the unreserved characters (RFC 3986, section 2.3).
    ///
    /// - Returns: `nil` if a server that decodes the path before it routes could take the segment for several, or for a
    ///   step. Such a segment is empty, has a control character or U+FFFD, or one of its parts between `/` and `\` is
    ///   `.` or `..`.
    public static func encode(segment: String) -> String? { PathSegment(segment)?.encoded }

    /// One path segment as it was meant; `nil` if its percent-encoding is broken or the bytes are not UTF-8.
    public static func decode(segment: some StringProtocol) -> String? {
        PercentEncoding.decode(Substring(segment))
    }

    /// Whether both are the same as text.
    public static func == (one: HTTPURL, other: HTTPURL) -> Bool { one.description == other.description }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    private init(_ base: HTTPURL, path: String, query: String?) {
        scheme = base.scheme
        host = base.host
        port = base.port
        authority = base.authority
        self.path = path
        self.query = query
        text = nil
    }

    private static func authority(_ host: String, _ port: Int?) -> String { port.map { "\(host):\($0)" } ?? host }
}
