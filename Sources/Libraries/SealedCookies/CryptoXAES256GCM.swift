import Crypto
import CryptoExtras
import Encodings

/// XAES-256-GCM by swift-crypto, for builds without OpenSSL.
///
/// A message costs more than by OpenSSL, because swift-crypto expands AES's key for each of the two blocks and
/// allocates what it returns.
///
/// Keys are wiped: by `SymmetricKey` when it is released, and the blocks that a message's key is derived from as soon
/// as it is. Swift-crypto doesn't wipe the expanded keys, which stay in memory that was freed or on the stack until it
/// is used again.
struct CryptoXAES256GCM: XAESCipher {
    private let key: SymmetricKey
    let subkey: SecretBytes

    init(key: SecretBytes) throws(SealingError) {
        let key = unsafe key.withBytes { unsafe SymmetricKey(data: $0) }
        self.key = key
        let subkey: SecretBytes? = unsafe Self.withSecret(XAES.blockByteCount) { block in
            guard let base = block.baseAddress, unsafe Self.encrypt(block, key) else { return nil }
            unsafe XAES.double(base)
            return unsafe SecretBytes(copying: Span(_unsafeElements: UnsafeBufferPointer(block)))
        }
        guard let subkey else { throw SealingError(.libraryFailed) }
        self.subkey = subkey
    }

    func sealTail(of bytes: inout [UInt8], from start: Int, nonce: Span<UInt8>, authenticating data: Span<UInt8>)
        throws(SealingError)
    {
        let sealed = unsafe data.withUnsafeBufferPointer { data in
            messageKey(nonce).flatMap { key, nonce in
                unsafe try? AES.GCM.seal(bytes[start...], using: key, nonce: nonce, authenticating: data)
            }
        }
        guard let sealed else { throw SealingError(.libraryFailed) }
        bytes.replaceSubrange(start..., with: sealed.ciphertext)
        bytes += sealed.tag
    }

    func open(_ sealed: Span<UInt8>, nonce: Span<UInt8>, authenticating data: Span<UInt8>) -> [UInt8]? {
        guard sealed.count >= XAES.tagByteCount, let (key, nonce) = messageKey(nonce) else { return nil }
        return unsafe sealed.withUnsafeBufferPointer { sealed in
            unsafe data.withUnsafeBufferPointer { data in
                let (ciphertext, tag) = unsafe (sealed.dropLast(XAES.tagByteCount), sealed.suffix(XAES.tagByteCount))
                guard let box = unsafe try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag),
                    let message = unsafe try? AES.GCM.open(box, using: key, authenticating: data)
                else { return nil }
                return [UInt8](message)
            }
        }
    }

    /// A message's key and AES-GCM's nonce, which the nonce's first and last 12 bytes determine.
    private func messageKey(_ nonce: Span<UInt8>) -> (SymmetricKey, AES.GCM.Nonce)? {
        guard nonce.count == XAES.nonceByteCount else { return nil }
        return unsafe nonce.withUnsafeBufferPointer { nonce in
            unsafe Self.withSecret(XAES.keyByteCount) { blocks in
                guard let base = blocks.baseAddress else { return nil }
                unsafe XAES.writeBlocks(to: base, subkey: subkey, nonce: nonce)
                guard unsafe Self.encrypt(blocks, key),
                    let rest = unsafe try? AES.GCM.Nonce(data: nonce.suffix(12))
                else { return nil }
                return unsafe (SymmetricKey(data: UnsafeBufferPointer(blocks)), rest)
            }
        }
    }

    /// Encrypts each block of 16 bytes by itself, in place.
    private static func encrypt(_ blocks: UnsafeMutableBufferPointer<UInt8>, _ key: SymmetricKey) -> Bool {
        for start in stride(from: 0, to: blocks.count, by: XAES.blockByteCount) {
            var block = unsafe UnsafeMutableBufferPointer(rebasing: blocks[start..<start + XAES.blockByteCount])
            guard unsafe (try? AES.permute(&block, key: key)) != nil else { return false }
        }
        return true
    }

    /// Lends zeros, which are wiped after the call.
    private static func withSecret<Result>(
        _ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
            unsafe bytes.initialize(repeating: 0)
            defer { unsafe UnsafeMutableRawBufferPointer(bytes).wipe() }
            return unsafe body(bytes)
        }
    }
}
