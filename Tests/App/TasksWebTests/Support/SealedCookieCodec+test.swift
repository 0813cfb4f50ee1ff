import SealedCookies

extension SealedCookieCodec {
    /// A codec with a key of these bytes.
    static func test(_ byte: UInt8 = 7) throws -> SealedCookieCodec {
        SealedCookieCodec(keys: try .test(byte))
    }
}
