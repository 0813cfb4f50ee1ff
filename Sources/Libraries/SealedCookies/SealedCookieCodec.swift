import Encodings

/// Seals values that a browser, a form or a database stores, so that others can neither read them nor change them
/// unnoticed.
///
/// A sealed value opens under the cookie name or purpose that it was sealed for, until it expires, with a key of the
/// list. Otherwise the result is `nil`, whatever the reason.
public struct SealedCookieCodec: Sendable {
    /// Maximum number of cookies of one payload.
    public static let maximumChunks = 4
    /// Maximum size of one cookie, `name=value`.
    ///
    /// Browsers allow 4,096 bytes, and some count the attributes too, so 96 are left for these.
    public static let maximumChunkBytes = 4000
    /// Maximum size of all cookies of one payload as the browser sends them, under the 12 KiB that servers normally
    /// accept.
    public static let maximumBytes = 12 * 1024 - 1

    private let ring: SealingKeyRing
    private var keys: SealingKeys { ring.current }

    /// A codec with these keys.
    public init(keys: SealingKeys) {
        self.init(ring: SealingKeyRing(keys))
    }

    /// A codec whose keys can be exchanged.
    public init(ring: SealingKeyRing) {
        self.ring = ring
    }

    /// Seals a payload as cookies.
    ///
    /// - Parameters:
    ///   - name: The first cookie's name; the others add `.1`, `.2`, `.3`.
    ///   - expires: UNIX time in seconds from which on it no longer opens.
    /// - Throws: ``SealingError/Kind/tooLarge`` if ``maximumBytes`` or ``maximumChunks`` don't suffice;
    ///   ``SealingError/Kind/libraryFailed``.
    public func seal(_ payload: [UInt8], name: String, expires: Int64) throws(SealingError) -> [SealedChunk] {
        let split = try CookieSplit(
            textCount: Base64URL.encodedCount(payload.count + SealedEnvelope.overhead), name: name)
        let envelope = SealedEnvelope(keys: keys, name: name, cookies: UInt8(split.count))
        return split.chunks(of: Base64URL.encode(try envelope.seal(payload, expires: expires)))
    }

    /// The bytes of the cookies that ``seal(_:name:expires:)`` makes of so many bytes, as the browser sends them.
    ///
    /// - Throws: ``SealingError/Kind/tooLarge`` as ``seal(_:name:expires:)``.
    package static func bytes(ofCookies name: String, payload: Int) throws(SealingError) -> Int {
        try CookieSplit(textCount: Base64URL.encodedCount(payload + SealedEnvelope.overhead), name: name).bytes
    }

    /// Opens what ``seal(_:name:expires:)`` made.
    ///
    /// The first cookie has the number of needed cookies; further ones that an older, longer payload left are ignored.
    ///
    /// - Parameters:
    ///   - now: UNIX time in seconds.
    ///   - chunk: The value of the cookie of a name, if the request has one.
    public func open(name: String, now: Int64, chunk: (String) -> String?) -> [UInt8]? {
        open(name: name, now: now) { chunk($0).map { $0[...] } }
    }

    /// Opens what ``seal(_:name:expires:)`` made, if the values are parts of longer texts.
    package func open(name: String, now: Int64, chunk: (String) -> Substring?) -> [UInt8]? {
        guard let first = chunk(name), first.utf8.count <= Self.maximumChunkBytes,
            let lead = Base64URL.decode(Substring(first.utf8.prefix(4)))?.first,
            let count = SealedEnvelope.cookies(inLead: lead), 1...Self.maximumChunks ~= Int(count)
        else { return nil }
        var text = first
        for index in 1..<Int(count) {
            guard let next = chunk(SealedChunk.name(index, of: name)), next.utf8.count <= Self.maximumChunkBytes else {
                return nil
            }
            text += next
        }
        guard let sealed = Base64URL.decode(text) else { return nil }
        return SealedEnvelope(keys: keys, name: name, cookies: count).open(sealed, now: now)
    }

    /// Seals a payload as text, for a form field or the like.
    ///
    /// - Parameters:
    ///   - purpose: The use of the value; it opens neither for another purpose nor as a cookie.
    ///   - expires: UNIX time in seconds from which on it no longer opens.
    /// - Throws: ``SealingError/Kind/libraryFailed``.
    public func seal(_ payload: [UInt8], purpose: String, expires: Int64) throws(SealingError) -> String {
        Base64URL.encode(try sealBytes(payload, purpose: purpose, expires: expires))
    }

    /// Opens what ``seal(_:purpose:expires:)`` made.
    public func open(_ sealed: String, purpose: String, now: Int64) -> [UInt8]? {
        Base64URL.decode(sealed).flatMap { openBytes($0, purpose: purpose, now: now) }
    }

    /// Opens what ``seal(_:purpose:expires:)`` made, if it is part of a longer text.
    public func open(_ sealed: Substring, purpose: String, now: Int64) -> [UInt8]? {
        Base64URL.decode(sealed).flatMap { openBytes($0, purpose: purpose, now: now) }
    }

    /// Seals a payload as bytes, for example for a column of a database.
    ///
    /// - Throws: ``SealingError/Kind/libraryFailed``.
    package func sealBytes(_ payload: [UInt8], purpose: String, expires: Int64) throws(SealingError) -> [UInt8] {
        try SealedEnvelope(keys: keys, name: purpose, cookies: 0).seal(payload, expires: expires)
    }

    /// Opens what ``sealBytes(_:purpose:expires:)`` made.
    package func openBytes(_ sealed: [UInt8], purpose: String, now: Int64) -> [UInt8]? {
        SealedEnvelope(keys: keys, name: purpose, cookies: 0).open(sealed, now: now)
    }
}
