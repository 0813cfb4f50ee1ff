package import SealedCookies

extension SealingKeys {
    /// Keys that are made of a byte.
    package static func sample(_ byte: UInt8 = 7) throws -> SealingKeys {
        try SealingKeys([SealingKey(bytes: Array(repeating: byte, count: 32))])
    }
}

extension SealedCookieCodec {
    /// A codec whose key is made of a byte.
    package static func sample(_ byte: UInt8 = 7) throws -> SealedCookieCodec {
        SealedCookieCodec(keys: try .sample(byte))
    }
}
