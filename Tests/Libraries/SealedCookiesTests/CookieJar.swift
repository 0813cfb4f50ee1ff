import SealedCookies

/// What a browser sends back.
struct CookieJar {
    var cookies: [String: String]

    init(_ chunks: [SealedChunk]) {
        cookies = Dictionary(uniqueKeysWithValues: chunks.map { ($0.name, $0.value) })
    }

    /// The values under the plain name, then under `.1`, `.2` and so on.
    init(name: String, values: [String]) {
        cookies = Dictionary(uniqueKeysWithValues: values.enumerated().map { ($0 == 0 ? name : "\(name).\($0)", $1) })
    }

    func value(_ name: String) -> String? {
        cookies[name]
    }
}
