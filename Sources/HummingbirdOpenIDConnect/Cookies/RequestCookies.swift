package import HTTPTypes

/// The cookies of a request, by name (RFC 6265, section 5.4); of several with one name the first counts.
package struct RequestCookies: Sendable {
    /// The most cookies of a request that are looked at; browsers keep fewer for a site.
    ///
    /// Each may cost a try to open it, and a field of the answer that takes it away.
    package static let limit = 200

    private let pairs: [(name: Substring, value: Substring)]

    /// Reads bytes, not characters: a sealed cookie has thousands of them, and finding where each character ends takes longer than all the rest
    /// of a request.
    package init(_ fields: HTTPFields) {
        let lines = fields[values: .cookie].lazy.flatMap { line in line.utf8.split(separator: UInt8(ascii: ";"), maxSplits: Self.limit) }
        pairs = lines.prefix(Self.limit).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = pair[..<equals].drop { $0 == UInt8(ascii: " ") }
            return (Substring(name), Substring(pair[pair.index(after: equals)...]))
        }
    }

    package subscript(name: String) -> String? {
        pairs.first { $0.name == name }.map { String($0.value) }
    }

    /// The names that begin so, each once.
    package func names(withPrefix prefix: String) -> [String] {
        var seen: Set<Substring> = []
        return pairs.filter { $0.name.utf8.starts(with: prefix.utf8) && seen.insert($0.name).inserted }.map { String($0.name) }
    }
}
