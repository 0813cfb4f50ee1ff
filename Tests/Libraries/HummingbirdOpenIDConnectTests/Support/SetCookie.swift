/// One `Set-Cookie` field (RFC 6265, section 4.1).
struct SetCookie: Sendable {
    let name: String
    let value: String
    let attributes: String

    init?(_ field: String) {
        let pair = field.prefix { $0 != ";" }
        guard let equals = pair.firstIndex(of: "=") else { return nil }
        name = String(pair[..<equals])
        value = String(pair[pair.index(after: equals)...])
        attributes = String(field[pair.endIndex...])
    }

    /// Whether the cookie is removed.
    var isExpiring: Bool { attributes.contains("Max-Age=0;") }
}
