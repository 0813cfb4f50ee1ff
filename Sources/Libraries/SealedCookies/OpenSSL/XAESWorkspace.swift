#if OpenSSL
    import COpenSSL

    /// The state of one call of XAES-256-GCM: AES under the long-lived key, AES-GCM under the message's derived key,
    /// and memory for that key.
    ///
    /// Workspaces are reused, because making contexts costs more than sealing with them.
    ///
    /// `@unchecked Sendable`: the list in `OpenSSLXAES256GCM` lends it to one caller at a time.
    @safe
    final class XAESWorkspace: @unchecked Sendable {
        typealias Bytes = UnsafeBufferPointer<UInt8>

        private let block: CipherContext
        private let gcm: CipherContext
        private let derived: UnsafeMutablePointer<UInt8>

        init(key: SecretBytes) throws(SealingError) {
            unsafe block = try CipherContext(FetchedCipher.aes256ECB)
            unsafe gcm = try CipherContext(FetchedCipher.aes256GCM)
            unsafe derived = .allocate(capacity: XAES.keyByteCount)
            unsafe derived.initialize(repeating: 0, count: XAES.keyByteCount)
            guard unsafe key.withBytes({ unsafe block.start(.encrypt, key: $0.baseAddress) }), block.withoutPadding()
            else {
                throw SealingError(.libraryFailed)
            }
        }

        deinit {
            wipe()
            unsafe derived.deallocate()
        }

        /// ``XAESCipher/subkey`` of the key.
        func firstSubkey() throws(SealingError) -> SecretBytes {
            defer { wipe() }
            guard unsafe block.update(Bytes(start: derived, count: XAES.blockByteCount), into: derived) else {
                throw SealingError(.libraryFailed)
            }
            unsafe XAES.double(derived)
            return unsafe SecretBytes(copying: Span(_unsafeStart: derived, count: XAES.blockByteCount))
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
            _ sealed: Bytes, into message: UnsafeMutableBufferPointer<UInt8>, subkey: SecretBytes, nonce: Bytes,
            data: Bytes
        ) -> Bool {
            defer { wipe() }
            let count = sealed.count - XAES.tagByteCount
            guard count >= 0, let base = sealed.baseAddress, message.count >= count else { return false }
            return unsafe begin(.decrypt, subkey: subkey, nonce: nonce, data: data)
                && gcm.update(Bytes(rebasing: sealed[..<count]), into: message.baseAddress)
                && gcm.finish(expectingTag: base + count)
        }

        /// Derives the message's key from the first 12 bytes of the nonce, and starts AES-GCM with it and the last 12.
        private func begin(_ direction: CipherContext.Direction, subkey: SecretBytes, nonce: Bytes, data: Bytes) -> Bool
        {
            unsafe XAES.writeBlocks(to: derived, subkey: subkey, nonce: nonce)
            return unsafe block.update(Bytes(start: derived, count: XAES.keyByteCount), into: derived)
                && gcm.start(direction, key: derived, nonce: nonce.baseAddress.map { unsafe $0 + 12 })
                && gcm.authenticate(data)
        }

        private func wipe() {
            unsafe OPENSSL_cleanse(derived, XAES.keyByteCount)
        }
    }
#endif
