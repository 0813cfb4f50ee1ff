#if OpenSSL
    import COpenSSL

    /// One `EVP_CIPHER_CTX`, freed (and so wiped) with its owner.
    ///
    /// Each call returns whether libcrypto succeeded. Only one caller at a time may use it.
    @safe
    final class CipherContext {
        typealias Bytes = UnsafeBufferPointer<UInt8>

        enum Direction: CInt {
            case decrypt = 0
            case encrypt = 1
        }

        private let pointer: OpaquePointer

        init(_ cipher: OpaquePointer?) throws(SealingError) {
            guard let cipher = unsafe cipher, let pointer = unsafe EVP_CIPHER_CTX_new() else {
                throw SealingError(.libraryFailed)
            }
            unsafe self.pointer = unsafe pointer
            guard unsafe EVP_CipherInit_ex(pointer, cipher, nil, nil, nil, Direction.encrypt.rawValue) == 1 else {
                throw SealingError(.libraryFailed)
            }
        }

        deinit { unsafe EVP_CIPHER_CTX_free(pointer) }

        /// Starts a message, and drops the state of the one before, finished or not.
        func start(_ direction: Direction, key: UnsafePointer<UInt8>?, nonce: UnsafePointer<UInt8>? = nil) -> Bool {
            unsafe EVP_CipherInit_ex(pointer, nil, nil, key, nonce, direction.rawValue) == 1
        }

        /// Accepts only whole blocks from here on, and returns each at once.
        func withoutPadding() -> Bool {
            unsafe EVP_CIPHER_CTX_set_padding(pointer, 0) == 1
        }

        func authenticate(_ data: Bytes) -> Bool {
            var count: CInt = 0
            return unsafe data.isEmpty
                || Self.fits(data) && EVP_CipherUpdate(pointer, nil, &count, data.baseAddress, CInt(data.count)) == 1
        }

        /// Transforms `input` into as many bytes at `output`, which may be the same address.
        func update(_ input: Bytes, into output: UnsafeMutablePointer<UInt8>?) -> Bool {
            if input.isEmpty { return true }
            // Without a place for output libcrypto would take the input for further data.
            guard let output = unsafe output, unsafe Self.fits(input) else { return false }
            var count: CInt = 0
            return unsafe EVP_CipherUpdate(pointer, output, &count, input.baseAddress, CInt(input.count)) == 1
                && Int(count) == input.count
        }

        func finish(writingTagTo tag: UnsafeMutablePointer<UInt8>) -> Bool {
            var count: CInt = 0
            return unsafe EVP_CipherFinal_ex(pointer, tag, &count) == 1
                && EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, CInt(XAES.tagByteCount), tag) == 1
        }

        /// Whether the message has this tag, once all of it was processed; libcrypto compares in constant time.
        func finish(expectingTag tag: UnsafePointer<UInt8>) -> Bool {
            var count: CInt = 0
            var nothing: UInt8 = 0
            return unsafe EVP_CIPHER_CTX_ctrl(
                pointer, EVP_CTRL_AEAD_SET_TAG, CInt(XAES.tagByteCount), UnsafeMutablePointer(mutating: tag)) == 1
                && EVP_CipherFinal_ex(pointer, &nothing, &count) == 1
        }

        private static func fits(_ bytes: Bytes) -> Bool {
            bytes.count <= Int(CInt.max)
        }
    }
#endif
