import Encodings

/// A key that seals: 32 random bytes, wiped from memory when the last owner releases it.
public final class SealingKey: Sendable {
    let id: SealingKeyID
    let cipher: XAES256GCM
    private let bytes: SecretBytes

    /// A key of 32 bytes.
    ///
    /// - Throws: ``SealingError/Kind/keyHasWrongLength`` or ``SealingError/Kind/libraryFailed``.
    public init(bytes: [UInt8]) throws(SealingError) {
        guard bytes.count == XAES.keyByteCount else { throw SealingError(.keyHasWrongLength) }
        let secret = SecretBytes(copying: bytes.span)
        self.bytes = secret
        id = SealingKeyID(of: secret)
        cipher = try XAES256GCM(key: secret)
    }

    /// A key from its ``text``.
    ///
    /// - Throws: ``SealingError/Kind/keyIsNotBase64URL``, ``SealingError/Kind/keyHasWrongLength`` or
    ///   ``SealingError/Kind/libraryFailed``.
    public convenience init(text: String) throws(SealingError) {
        guard var bytes = Base64URL.decode(text) else { throw SealingError(.keyIsNotBase64URL) }
        defer { bytes.wipe() }
        try self.init(bytes: bytes)
    }

    /// A new random key.
    ///
    /// - Throws: ``SealingError/Kind/libraryFailed``.
    public static func generate() throws(SealingError) -> SealingKey {
        var bytes = SecureRandom.bytes(XAES.keyByteCount)
        defer { bytes.wipe() }
        return try SealingKey(bytes: bytes)
    }

    /// The secret itself as base64url without padding, 43 characters, for the store of keys.
    public var text: String {
        unsafe bytes.withBytes { unsafe Base64URL.encode(Array($0)) }
    }

    func isSame(as other: SealingKey) -> Bool {
        unsafe bytes.withBytes { one in
            unsafe other.bytes.withBytes { other in
                unsafe ByteEquality.equal(Span(_unsafeElements: one), Span(_unsafeElements: other))
            }
        }
    }
}
