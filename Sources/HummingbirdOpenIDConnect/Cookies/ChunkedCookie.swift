package import SealedCookies

/// A sealed payload in one cookie, or in several: the one of its name and, for the rest, `….1`, `….2`.
package struct ChunkedCookie: Sendable {
    private let name: String
    private let attributes: CookieAttributes
    private let codec: SealedCookieCodec

    package init(name: String, attributes: CookieAttributes, codec: SealedCookieCodec) {
        self.name = name
        self.attributes = attributes
        self.codec = codec
    }

    /// The payload; `nil` if there is none, or none that opens.
    package func payload(in cookies: RequestCookies, now: Int64) -> [UInt8]? {
        codec.open(name: name, now: now) { cookies.value(of: $0) }
    }

    /// The names of the payload's cookies in a request, whether or not they open.
    package func present(in cookies: RequestCookies) -> [String] {
        cookies.names(withPrefix: name).filter { Self.isPart($0, of: name) }
    }

    /// Whether a cookie is the one of a name, or continues it.
    static func isPart(_ cookie: some StringProtocol, of name: String) -> Bool {
        guard cookie.utf8.starts(with: name.utf8) else { return false }
        let rest = cookie.utf8.dropFirst(name.utf8.count)
        return rest.isEmpty
            || rest.first == UInt8(ascii: ".")
                && rest.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The `Set-Cookie` fields that store a payload, and expire the chunks that an earlier, longer one left.
    ///
    /// - Throws: `SealingError`, for example if it is too large.
    package func setting(_ payload: [UInt8], until end: Int64, now: Int64, over cookies: RequestCookies)
        throws(SealingError) -> [String]
    {
        let chunks = try codec.seal(payload, name: name, expires: end)
        let written = Set(chunks.map(\.name))
        return chunks.map { attributes.setting($0.name, to: $0.value, maxAge: end - now) }
            + present(in: cookies).filter { !written.contains($0) }.map(attributes.expiring)
    }

    /// The `Set-Cookie` fields that expire a payload that doesn't open: changed, of another key, or expired.
    package func expiringUnopened(in cookies: RequestCookies, now: Int64) -> [String] {
        let present = present(in: cookies)
        return present.isEmpty || payload(in: cookies, now: now) != nil ? [] : present.map(attributes.expiring)
    }

    /// The `Set-Cookie` fields that expire a payload.
    package func expiring(in cookies: RequestCookies) -> [String] {
        present(in: cookies).map(attributes.expiring)
    }
}
