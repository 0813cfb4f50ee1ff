package import HTTPTypes

/// The cookies of a request, by name (RFC 6265, section 5.4); of several with one name the first is used.
package struct RequestCookies: Sendable {
    /// The most cookies of a request that are read; browsers store fewer for a site.
    ///
    /// Each may cost a try to open it, and a field of the response that expires it.
    package static let limit = 200

    private let pairs: [(name: String, value: String)]

    /// Reads an array of bytes: a sealed cookie has thousands of them, and stepping through a string costs more for
    /// each than all that is done with it.
    package init(_ fields: HTTPFields) {
        let parts = fields[values: .cookie].flatMap {
            Array($0.utf8).split(separator: UInt8(ascii: ";"), maxSplits: Self.limit)
        }
        pairs = parts.prefix(Self.limit).compactMap { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = part[..<equals].drop { $0 == UInt8(ascii: " ") }
            return (String(decoding: name, as: UTF8.self), String(decoding: part[(equals + 1)...], as: UTF8.self))
        }
    }

    package subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// Whether there is a cookie of such a name.
    func contains(where isMeant: (String) -> Bool) -> Bool { pairs.contains { isMeant($0.name) } }

    /// The names with a prefix, each once.
    package func names(withPrefix prefix: String) -> [String] {
        var seen: Set<String> = []
        return pairs.map(\.name).filter { $0.utf8.starts(with: prefix.utf8) && seen.insert($0).inserted }
    }
}
