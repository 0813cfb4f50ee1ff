import Encodings

/// XAES-256-GCM (C2SP specification): AES-256-GCM under a key derived for each message, with a nonce long enough to be
/// drawn at random.
///
/// With 192 random bits one key is safe for 2^80 messages, at a risk of 2^-32 that a nonce repeats; plain AES-GCM
/// allows 2^32 messages.
enum XAES {
    static let keyByteCount = 32
    static let nonceByteCount = 24
    /// The length of the tag after the ciphertext, in bytes.
    static let tagByteCount = 16
    static let blockByteCount = 16

    /// Doubles a block in GF(2^128).
    ///
    /// The encrypted zero block, doubled, is the specification's K1 (CMAC's first subkey, NIST SP 800-38B, section
    /// 6.1).
    static func double(_ block: UnsafeMutablePointer<UInt8>) {
        let carry = unsafe block[0] >> 7
        for index in 0..<15 { unsafe block[index] = block[index] << 1 | block[index + 1] >> 7 }
        unsafe block[15] = block[15] << 1 ^ (0x87 & (0 &- carry))
    }

    /// Writes the two blocks that are encrypted to derive a message's key, from K1 and the nonce's first 12 bytes.
    @inline(__always)
    static func writeBlocks(
        to blocks: UnsafeMutablePointer<UInt8>, subkey: SecretBytes, nonce: UnsafeBufferPointer<UInt8>
    ) {
        unsafe subkey.withBytes { subkey in
            for half in 0..<2 {
                let block = unsafe blocks + half * blockByteCount
                unsafe block[0] = subkey[0]
                unsafe block[1] = UInt8(half + 1) ^ subkey[1]
                unsafe block[2] = UInt8(ascii: "X") ^ subkey[2]
                unsafe block[3] = subkey[3]
                for index in 0..<12 { unsafe block[4 + index] = nonce[index] ^ subkey[4 + index] }
            }
        }
    }
}

/// An implementation of ``XAES`` under one key; values that depend on the key alone are computed once.
///
/// Any number of threads may use it at once.
protocol XAESCipher: Sendable {
    /// The specification's K1, the same for every message under one key.
    var subkey: SecretBytes { get }

    /// The key must have 32 bytes.
    init(key: SecretBytes) throws(SealingError)

    /// Encrypts the rest of an array from a position, in place, and appends the tag.
    ///
    /// - Parameters:
    ///   - nonce: 24 bytes that no other message under this key has, for example random ones.
    ///   - data: Is authenticated as well, but is no part of the message.
    /// - Throws: ``SealingError/Kind/libraryFailed``, also if the nonce has another length.
    func sealTail(of bytes: inout [UInt8], from start: Int, nonce: Span<UInt8>, authenticating data: Span<UInt8>)
        throws(SealingError)

    /// Decrypts a ciphertext and its tag.
    ///
    /// - Returns: The message; `nil` if anything at all is wrong.
    func open(_ sealed: Span<UInt8>, nonce: Span<UInt8>, authenticating data: Span<UInt8>) -> [UInt8]?
}

#if OpenSSL
    /// The quickest implementation that this build has.
    typealias XAES256GCM = OpenSSLXAES256GCM
#else
    /// The only implementation that this build has.
    typealias XAES256GCM = CryptoXAES256GCM
#endif
