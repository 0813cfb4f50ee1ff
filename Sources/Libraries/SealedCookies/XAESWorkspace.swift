import COpenSSL

/// The state of one call of XAES-256-GCM: AES under the long-lived key, AES-GCM under the message's derived key, and
/// memory for that key.
///
/// Workspaces are reused, because making contexts costs more than sealing with them.
///
/// `@unchecked Sendable`: the list in `XAES256GCM` lends it to one caller at a time.
@safe
final class XAESWorkspace: @unchecked Sendable {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let blockByteCount = 16

    private let block: CipherContext
    private let gcm: CipherContext
    private let derived: UnsafeMutablePointer<UInt8>

    init(key: SecretBytes) throws(SealingError) {
        unsafe block = try CipherContext(FetchedCipher.aes256ECB)
        unsafe gcm = try CipherContext(FetchedCipher.aes256GCM)
        unsafe derived = .allocate(capacity: XAES256GCM.keyByteCount)
        unsafe derived.initialize(repeating: 0, count: XAES256GCM.keyByteCount)
        guard unsafe key.withBytes({ unsafe block.start(.encrypt, key: $0.baseAddress) }), block.withoutPadding() else {
            throw SealingError(.libraryFailed)
        }
    }

    deinit {
        wipe()
        unsafe derived.deallocate()
    }

    /// The specification's K1, the same for every message under one key: the encrypted zero block, doubled in GF(2^128)
    /// (CMAC's first subkey, NIST SP 800-38B, section 6.1).
    func firstSubkey() throws(SealingError) -> SecretBytes {
        defer { wipe() }
        guard unsafe block.update(Bytes(start: derived, count: Self.blockByteCount), into: derived) else {
            throw SealingError(.libraryFailed)
        }
        let carry = unsafe derived[0] >> 7
        for index in 0..<15 { unsafe derived[index] = derived[index] << 1 | derived[index + 1] >> 7 }
        unsafe derived[15] = derived[15] << 1 ^ (0x87 & (0 &- carry))
        return unsafe SecretBytes(copying: Span(_unsafeStart: derived, count: Self.blockByteCount))
    }

    /// Encrypts `message` in place and writes its tag.
    func seal(
        _ message: UnsafeMutableBufferPointer<UInt8>, tag: UnsafeMutablePointer<UInt8>, subkey: SecretBytes,
        nonce: Bytes, data: Bytes
    ) -> Bool {
        defer { wipe() }
        return unsafe begin(.encrypt, subkey: subkey, nonce: nonce, data: data)
            && gcm.update(Bytes(message), into: message.baseAddress)
            && gcm.finish(writingTagTo: tag)
    }

    /// Decrypts `sealed`, a ciphertext and its tag, into `message`, which is invalid unless the result is `true`.
    func open(
        _ sealed: Bytes, into message: UnsafeMutableBufferPointer<UInt8>, subkey: SecretBytes, nonce: Bytes, data: Bytes
    ) -> Bool {
        defer { wipe() }
        let count = sealed.count - XAES256GCM.tagByteCount
        guard count >= 0, let base = sealed.baseAddress, message.count >= count else { return false }
        return unsafe begin(.decrypt, subkey: subkey, nonce: nonce, data: data)
            && gcm.update(Bytes(rebasing: sealed[..<count]), into: message.baseAddress)
            && gcm.finish(expectingTag: base + count)
    }

    /// Derives the message's key from the first 12 bytes of the nonce, and starts AES-GCM with it and the last 12.
    private func begin(_ direction: CipherContext.Direction, subkey: SecretBytes, nonce: Bytes, data: Bytes) -> Bool {
        unsafe subkey.withBytes { subkey in
            for half in 0..<2 {
                let input = unsafe derived + half * Self.blockByteCount
                unsafe input[0] = subkey[0]
                unsafe input[1] = UInt8(half + 1) ^ subkey[1]
                unsafe input[2] = UInt8(ascii: "X") ^ subkey[2]
                unsafe input[3] = subkey[3]
                for index in 0..<12 { unsafe input[4 + index] = nonce[index] ^ subkey[4 + index] }
            }
        }
        return unsafe block.update(Bytes(start: derived, count: XAES256GCM.keyByteCount), into: derived)
            && gcm.start(direction, key: derived, nonce: nonce.baseAddress.map { unsafe $0 + 12 })
            && gcm.authenticate(data)
    }

    private func wipe() {
        unsafe OPENSSL_cleanse(derived, XAES256GCM.keyByteCount)
    }
}
