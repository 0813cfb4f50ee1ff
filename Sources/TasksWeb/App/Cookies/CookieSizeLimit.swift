import HummingbirdOpenIDConnect

/// Bounds all the cookies of the site together, because servers and proxies bound the fields of a request.
struct CookieSizeLimit: Sendable {
    /// The most bytes of the cookies, names and values, that the browser sends after a response.
    static let maximumBytes = 13 * 1024
    /// What separates a cookie's name from its value, and the cookies from each other.
    private static let separatorBytes = "=; ".utf8.count

    let names: SiteCookies
    let attempts: SignInCookies
    let clock: Clock

    /// The `Set-Cookie` fields of a response, one for each name, with those added that expire what no longer fits.
    ///
    /// Older attempts expire first, then undo, remembered accounts and stored forms. The newest attempt stays.
    ///
    /// - Parameters:
    ///   - fields: The response's own fields; of two for one name the last one counts.
    ///   - cookies: What the request carried.
    func fitted(_ fields: [String], over cookies: RequestCookies) -> [String] {
        var fields = Self.lastOfEachName(fields)
        var excess = excess(after: fields, over: cookies)
        guard excess > 0 else { return fields.map(\.field) }
        let present = sizes(after: fields, over: cookies)
        for group in candidates(present, fields, over: cookies) where excess > 0 {
            for name in group {
                excess -= present[name] ?? 0
                fields.removeAll { $0.name == name }
                if cookies[name] != nil { fields.append(SetCookie(names.expiring(name))) }
            }
        }
        return fields.map(\.field)
    }

    /// Whether the cookies fit after a response with these fields and those that ``fitted(_:over:)`` adds.
    func fits(_ fields: [String], over cookies: RequestCookies) -> Bool {
        excess(after: fitted(fields, over: cookies).map(SetCookie.init), over: cookies) <= 0
    }

    /// How many bytes there are too many.
    private func excess(after fields: [SetCookie], over cookies: RequestCookies) -> Int {
        sizes(after: fields, over: cookies).values.reduce(0, +) - Self.maximumBytes
    }

    /// The site's cookies that the browser has after a response, each with its size.
    private func sizes(after fields: [SetCookie], over cookies: RequestCookies) -> [String: Int] {
        var sizes: [String: Int] = [:]
        for name in cookies.names(withPrefix: names.session) {
            sizes[name] = name.utf8.count + (cookies[name]?.utf8.count ?? 0) + Self.separatorBytes
        }
        for field in fields where field.name.hasPrefix(names.session) {
            sizes[field.name] = field.isExpiring ? nil : field.pairBytes + Self.separatorBytes
        }
        return sizes
    }

    /// What may expire, in its order; the cookies of one payload go together.
    private func candidates(
        _ present: [String: Int], _ fields: [SetCookie], over cookies: RequestCookies
    ) -> [[String]] {
        let started = attempts.startTimes(in: cookies, now: clock.now()).filter { present[$0.name] != nil }
        // The one that the response sets is the newest; what doesn't open is the oldest.
        let set = fields.map(\.name).filter { $0.hasPrefix(names.attemptPrefix) && present[$0] != nil }
        let known = started.sorted { $0.start < $1.start }.map(\.name).filter { !set.contains($0) }
        let closed = cookies.names(withPrefix: names.attemptPrefix).filter { !known.contains($0) && !set.contains($0) }
        let undo = present.keys.filter { $0 == names.undo || $0.hasPrefix("\(names.undo).") }.sorted()
        let stored = present.keys.filter { $0.hasPrefix(names.pendingFormPrefix) }.sorted()
        let older = closed + (known + set).dropLast()
        return older.map { [$0] } + [undo, [names.accounts]] + stored.map { [$0] }
    }

    private static func lastOfEachName(_ fields: [String]) -> [SetCookie] {
        fields.map(SetCookie.init).reduce(into: []) { kept, field in
            kept.removeAll { $0.name == field.name }
            kept.append(field)
        }
    }
}

/// A `Set-Cookie` field that this site made.
private struct SetCookie {
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
