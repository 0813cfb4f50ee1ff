import Encodings
import SealedCookies
import WebSupport

/// A sealed payload in one cookie, or in several: the one of its name and, for the rest, `….1`, `….2`.
struct ChunkedCookie: Sendable {
    /// Maximum number of combinations of cookies that are tried, because opening each takes time.
    private static let maximumTries = 64

    private let name: String
    private let attributes: CookieAttributes
    private let codec: SealedCookieCodec

    init(name: String, attributes: CookieAttributes, codec: SealedCookieCodec) {
        self.name = name
        self.attributes = attributes
        self.codec = codec
    }

    /// The first payload that opens; `nil` if there is none.
    func payload(in cookies: RequestCookies, now: Int64) -> [UInt8]? {
        first(in: cookies, now: now) { $0 }
    }

    /// The value of the first payload that opens and has one.
    ///
    /// Several cookies have one name if something has set one for another path, and the browser sends the one with the
    /// longer path first (RFC 6265, section 5.4). Such a cookie may be older than the one that is meant.
    func first<Value>(in cookies: RequestCookies, now: Int64, _ read: ([UInt8]) -> Value?) -> Value? {
        let payload = codec.open(name: name, now: now) { part -> Substring? in cookies.value(of: part) }
        if let value = payload.flatMap(read) { return value }
        let isAlone = cookies.count { Self.isPart($0, of: name) } == present(in: cookies).count
        return isAlone ? nil : firstOfSeveral(in: cookies, now: now, read)
    }

    /// Tries the combinations of several cookies of one name, in the order of the request.
    private func firstOfSeveral<Value>(
        in cookies: RequestCookies, now: Int64, _ read: ([UInt8]) -> Value?
    ) -> Value? {
        // Which of its cookies each part of the payload takes.
        var choice = Array(repeating: 0, count: SealedCookieCodec.maximumChunks)
        for _ in 0..<Self.maximumTries {
            var counts: [Int] = []
            let payload = codec.open(name: name, now: now) { part -> Substring? in
                let values = cookies.values(of: part)
                counts.append(values.count)
                let index = choice[counts.count - 1]
                return index < values.count ? values[index] : nil
            }
            if let value = payload.flatMap(read) { return value }
            guard let last = counts.indices.last(where: { choice[$0] + 1 < counts[$0] }) else { return nil }
            choice[last] += 1
            for later in (last + 1)..<choice.count { choice[later] = 0 }
        }
        return nil
    }

    /// The names of the payload's cookies in a request, whether or not they open.
    func present(in cookies: RequestCookies) -> [String] {
        cookies.names(withPrefix: name).filter { Self.isPart($0[...], of: name) }
    }

    /// Whether a cookie is the one of a name, or continues it.
    static func isPart(_ cookie: Substring, of name: String) -> Bool {
        // Spans, because each request compares the names of all its cookies.
        let (cookie, name) = (cookie.utf8.span, name.utf8.span)
        guard cookie.starts(with: name) else { return false }
        guard cookie.count > name.count else { return true }
        guard cookie[name.count] == UInt8(ascii: ".") else { return false }
        for index in (name.count + 1)..<cookie.count where !cookie[index].isDigit { return false }
        return true
    }

    /// The `Set-Cookie` fields that store a payload, and expire the chunks that an earlier, longer one left.
    ///
    /// - Throws: `SealingError`, for example if it is too large.
    func setting(_ payload: [UInt8], until end: Int64, now: Int64, over cookies: RequestCookies)
        throws(SealingError) -> [String]
    {
        let chunks = try codec.seal(payload, name: name, expires: end)
        let written = Set(chunks.map(\.name))
        return chunks.map { attributes.setting($0.name, to: $0.value, maxAge: end - now) }
            + present(in: cookies).filter { !written.contains($0) }.map(attributes.expiring)
    }

    /// The `Set-Cookie` fields that expire a payload that doesn't open: changed, of another key, or expired.
    func expiringUnopened(in cookies: RequestCookies, now: Int64) -> [String] {
        let present = present(in: cookies)
        return present.isEmpty || payload(in: cookies, now: now) != nil ? [] : present.map(attributes.expiring)
    }

    /// The `Set-Cookie` fields that expire a payload.
    func expiring(in cookies: RequestCookies) -> [String] {
        present(in: cookies).map(attributes.expiring)
    }
}
