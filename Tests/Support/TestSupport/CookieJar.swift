package import HTTPTypes

/// A browser's cookies, as far as tests of single parts need one.
package struct CookieJar {
    package private(set) var values: [String: String] = [:]

    /// The cookies after a response with these `Set-Cookie` fields.
    package init(_ fields: [String] = []) {
        store(fields)
    }

    /// Takes in the values of `Set-Cookie` fields.
    package mutating func store(_ fields: [String]) {
        for field in fields {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(pair[0])] = field.contains("; Max-Age=0;") ? nil : String(pair[1])
        }
    }

    /// The value of the `Cookie` field.
    package var header: String { values.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }

    /// The fields of a request with them.
    package var fields: HTTPFields { [.cookie: header] }
}
