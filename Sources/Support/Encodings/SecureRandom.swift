import SystemLibrary

/// Random values that can't be guessed, from the operating system's cryptographic generator.
package enum SecureRandom {
    /// Maximum number of bytes that the system gives at once (`getentropy(3)`).
    private static let largestDraw = 256

    package static func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            while written < count {
                let draw = min(count - written, largestDraw)
                let status = unsafe getentropy(bytes.baseAddress?.advanced(by: written), draw)
                // Without random bytes nothing that this process seals would be secret.
                precondition(status == 0, "the system has no random bytes")
                written += draw
            }
        }
    }

    /// 64 random bits.
    package static func word() -> UInt64 {
        bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Random bytes as base64url: by default 256 bits in 43 characters, enough for `state`, `nonce` and PKCE.
    package static func text(byteCount: Int = 32) -> String {
        Base64URL.encode(bytes(byteCount))
    }
}
