/// One `Set-Cookie` field (RFC 6265, section 4.1).
public struct SetCookie: Sendable, Equatable {
    /// The cookie's name.
    public let name: String
    /// The cookie's value.
    public let value: String
    /// The attributes by their names in lower case; one without a value is empty.
    public let attributes: [String: String]

    /// Reads the value of a field; `nil` if it has no name and value.
    public init?(_ field: String) {
        let parts = field.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
        name = String(pair[..<equals])
        value = String(pair[pair.index(after: equals)...])
        attributes = Dictionary(
            parts.dropFirst().compactMap { part in
                let halves = part.split(separator: "=", maxSplits: 1)
                return halves.first.map { ($0.lowercased(), halves.count == 2 ? String(halves[1]) : "") }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the cookie is removed: by `Max-Age`, or without it by `Expires` at the start of 1970.
    public var isExpiring: Bool {
        guard let age = attributes["max-age"] else { return attributes["expires"]?.contains("1970") == true }
        return Int(age).map { $0 <= 0 } == true
    }
}
