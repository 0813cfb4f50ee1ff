import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Random values that can't be guessed, from the operating system's cryptographic generator.
package enum SecureRandom {
    private static let stock = Mutex(RandomStock())

    package static func bytes(_ count: Int) -> [UInt8] {
        stock.withLock { $0.take(count) }
    }

    /// 64 random bits.
    package static func word() -> UInt64 {
        bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Random bytes as base64url: by default 256 bits in 43 characters, enough for `state`, `nonce` and PKCE.
    package static func text(byteCount: Int = 32) -> String {
        Base64URL.encode(bytes(byteCount))
    }

    /// A random UUID in lowercase (RFC 9562, section 5.4).
    package static func uuid() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(Hexadecimal.lower[Int(byte >> 4)])
            text.append(Hexadecimal.lower[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Random bytes in stock, because each call of the system costs more than the bytes of one value.
struct RandomStock {
    /// How many bytes the system gives at once (`getentropy(3)`).
    private static let size = 256

    private var bytes = [UInt8](repeating: 0, count: size)
    private var used = size

    /// Takes bytes out of the stock, where nothing of them is left.
    mutating func take(_ count: Int) -> [UInt8] {
        var taken: [UInt8] = []
        taken.reserveCapacity(count)
        while taken.count < count {
            if used == Self.size { fill() }
            let range = used..<min(used + count - taken.count, Self.size)
            taken.append(contentsOf: bytes[range])
            for index in range { bytes[index] = 0 }
            used = range.upperBound
        }
        return taken
    }

    private mutating func fill() {
        let status = unsafe bytes.withUnsafeMutableBytes { unsafe getentropy($0.baseAddress, $0.count) }
        // Without random bytes nothing that this process seals would be secret.
        precondition(status == 0, "the system has no random bytes")
        used = 0
    }
}
