/// Random values that can't be guessed, from the operating system's cryptographic generator.
package enum SecureRandom {
    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let word = self.word()
            for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return bytes
    }

    /// 64 random bits.
    package static func word() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// Random bytes as base64url: by default 256 bits in 43 characters, enough for `state`, `nonce` and PKCE.
    package static func text(byteCount: Int = 32) -> String {
        Base64URL.encode(bytes(byteCount))
    }
}
