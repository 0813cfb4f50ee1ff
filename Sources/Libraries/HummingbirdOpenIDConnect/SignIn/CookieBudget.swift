import WebSupport

/// Limits the size of all the site's cookies together, because servers and proxies limit a request's fields.
struct CookieBudget: Sendable {
    /// Maximum size of the cookies, names and values, that the browser sends after a response.
    static let maximumBytes = 13 * 1024
    /// The bytes between a cookie's name and its value, and between cookies.
    private static let separatorBytes = "=; ".utf8.count

    let names: CookieNames
    let attributes: CookieAttributes
    let attempts: AttemptCookies
    /// The application's cookies that may expire, in this order.
    let expendable: [String]

    /// The `Set-Cookie` fields of a response, one for each name, including those that expire cookies which no longer
    /// fit.
    ///
    /// Older attempts expire first, then the application's expendable cookies, then pending forms. The newest attempt
    /// stays.
    ///
    /// - Parameters:
    ///   - fields: The response's fields; of two for one name the last one is used.
    ///   - cookies: The request's cookies.
    func fitted(_ fields: [String], over cookies: RequestCookies, now: Int64) -> [String] {
        var fields = Self.lastOfEachName(fields)
        let present = sizes(after: fields, over: cookies)
        var excess = Self.excess(present)
        guard excess > 0 else { return fields.map(\.field) }
        for group in candidates(present, fields, over: cookies, now: now) where excess > 0 {
            for name in group {
                excess -= present[name] ?? 0
                fields.removeAll { $0.name == name }
                if cookies[name] != nil { fields.append(SetCookieField(attributes.expiring(name))) }
            }
        }
        return fields.map(\.field)
    }

    /// Whether the cookies fit after a response with these fields and those that ``fitted(_:over:now:)`` adds.
    func fits(_ fields: [String], over cookies: RequestCookies, now: Int64) -> Bool {
        let fields = fitted(fields, over: cookies, now: now).map(SetCookieField.init)
        return Self.excess(sizes(after: fields, over: cookies)) <= 0
    }

    /// By how many bytes the cookies exceed the limit.
    private static func excess(_ sizes: [String: Int]) -> Int { sizes.values.reduce(0, +) - maximumBytes }

    /// The site's cookies that the browser has after a response, each with its size.
    private func sizes(after fields: [SetCookieField], over cookies: RequestCookies) -> [String: Int] {
        var sizes: [String: Int] = [:]
        for name in cookies.names(withPrefix: "") where isOurs(name) {
            sizes[name] = name.utf8.count + (cookies[name]?.utf8.count ?? 0) + Self.separatorBytes
        }
        for field in fields where isOurs(field.name) {
            sizes[field.name] = field.isExpiring ? nil : field.pairBytes + Self.separatorBytes
        }
        return sizes
    }

    private func isOurs(_ name: String) -> Bool {
        name.hasPrefix(names.session) || expendable.contains { ChunkedCookie.isPart(name[...], of: $0) }
    }

    /// The cookies that may expire, in their order.
    ///
    /// The cookies of one payload expire together.
    private func candidates(
        _ present: [String: Int], _ fields: [SetCookieField], over cookies: RequestCookies, now: Int64
    ) -> [[String]] {
        let started = attempts.startTimes(in: cookies, now: now).filter { present[$0.name] != nil }
        // The attempt of the response is the newest; one that doesn't open is the oldest.
        let set = fields.map(\.name).filter { $0.hasPrefix(names.attemptPrefix) && present[$0] != nil }
        let known = started.sorted { $0.start < $1.start }.map(\.name).filter { !set.contains($0) }
        let closed = cookies.names(withPrefix: names.attemptPrefix).filter { !known.contains($0) && !set.contains($0) }
        let older = closed + (known + set).dropLast()
        let applications = expendable.map { name in
            present.keys.filter { ChunkedCookie.isPart($0[...], of: name) }.sorted()
        }
        let forms = present.keys.filter { $0.hasPrefix(names.pendingFormPrefix) }.sorted()
        return older.map { [$0] } + applications + forms.map { [$0] }
    }

    private static func lastOfEachName(_ fields: [String]) -> [SetCookieField] {
        fields.map(SetCookieField.init).reduce(into: []) { unique, field in
            unique.removeAll { $0.name.utf8.elementsEqual(field.name.utf8) }
            unique.append(field)
        }
    }
}

/// A `Set-Cookie` field that this site made.
private struct SetCookieField {
    let field: String
    let name: String
    /// The bytes of name and value.
    let pairBytes: Int

    init(_ field: String) {
        self.field = field
        let pair = field.utf8.prefix { $0 != UInt8(ascii: ";") }
        name = String(Substring(pair.prefix { $0 != UInt8(ascii: "=") }))
        pairBytes = pair.count - "=".utf8.count
    }

    var isExpiring: Bool { field.contains("; Max-Age=0;") }
}
