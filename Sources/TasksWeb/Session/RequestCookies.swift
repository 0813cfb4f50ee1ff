import HTTPTypes

/// The cookies of a request, by name (RFC 6265, section 5.4); of several with one name the first counts.
struct RequestCookies: Sendable {
    private let pairs: [(name: Substring, value: Substring)]

    init(_ fields: HTTPFields) {
        pairs = fields[values: .cookie].flatMap { line in
            line.split(separator: ";").compactMap { pair in
                guard let equals = pair.firstIndex(of: "=") else { return nil }
                let name = pair[..<equals].drop { $0 == " " }
                return (name, pair[pair.index(after: equals)...])
            }
        }
    }

    subscript(name: String) -> String? {
        pairs.first { $0.name == name }.map { String($0.value) }
    }

    /// The names that begin so, each once.
    func names(withPrefix prefix: String) -> [String] {
        var seen: Set<Substring> = []
        return pairs.filter { $0.name.hasPrefix(prefix) && seen.insert($0.name).inserted }.map { String($0.name) }
    }
}
