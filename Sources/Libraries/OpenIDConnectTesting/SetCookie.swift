/// One `Set-Cookie` field (RFC 6265, section 4.1).
package struct SetCookie: Sendable, Equatable {
    package let name: String
    package let value: String
    /// The attributes by their names in lower case.
    package let attributes: [String: String]

    package init?(_ field: String) {
        let parts = field.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
        name = String(pair[..<equals])
        value = String(pair[pair.index(after: equals)...])
        attributes = Dictionary(
            parts.dropFirst().map { part in
                let halves = part.split(separator: "=", maxSplits: 1)
                return (halves[0].lowercased(), halves.count == 2 ? String(halves[1]) : "")
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the cookie is removed.
    package var isExpiring: Bool { attributes["max-age"] == "0" }
}
