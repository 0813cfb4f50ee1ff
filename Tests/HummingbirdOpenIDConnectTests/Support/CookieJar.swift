import HTTPTypes

@testable import HummingbirdOpenIDConnect

/// A browser's cookies, as far as these tests need one.
struct CookieJar {
    private(set) var values: [String: String] = [:]

    /// Takes in the values of `Set-Cookie` fields.
    mutating func store(_ fields: [String]) {
        for field in fields {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(pair[0])] = field.contains("; Max-Age=0;") ? nil : String(pair[1])
        }
    }

    var header: String { values.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }

    var cookies: RequestCookies { RequestCookies([.cookie: header]) }
}

extension CookieJar {
    init(_ fields: [String]) {
        store(fields)
    }
}
