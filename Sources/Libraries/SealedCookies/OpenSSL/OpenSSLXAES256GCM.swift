#if OpenSSL
    import Encodings
    import NIOConcurrencyHelpers

    /// XAES-256-GCM by OpenSSL, the quicker implementation.
    final class OpenSSLXAES256GCM: XAESCipher {
        /// The number of workspaces that stay allocated, enough for the threads that seal at the same time; a further
        /// one is made and dropped.
        private static let cachedWorkspaces = 16

        private let key: SecretBytes
        let subkey: SecretBytes
        private let idle: NIOLockedValueBox<[XAESWorkspace]>

        init(key: SecretBytes) throws(SealingError) {
            let workspace = try XAESWorkspace(key: key)
            self.key = key
            subkey = try workspace.firstSubkey()
            idle = NIOLockedValueBox([workspace])
        }

        func sealTail(of bytes: inout [UInt8], from start: Int, nonce: Span<UInt8>, authenticating data: Span<UInt8>)
            throws(SealingError)
        {
            guard nonce.count == XAES.nonceByteCount else { throw SealingError(.libraryFailed) }
            let end = bytes.count
            for _ in 0..<XAES.tagByteCount { bytes.append(0) }
            let sealed = try withWorkspace { workspace in
                unsafe nonce.withUnsafeBufferPointer { nonce in
                    unsafe data.withUnsafeBufferPointer { data in
                        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                            guard let base = bytes.baseAddress else { return false }
                            let message = unsafe UnsafeMutableBufferPointer(rebasing: bytes[start..<end])
                            return unsafe workspace.seal(
                                message, tag: base + end, subkey: subkey, nonce: nonce, data: data)
                        }
                    }
                }
            }
            guard sealed else { throw SealingError(.libraryFailed) }
        }

        func open(_ sealed: Span<UInt8>, nonce: Span<UInt8>, authenticating data: Span<UInt8>) -> [UInt8]? {
            guard sealed.count >= XAES.tagByteCount, nonce.count == XAES.nonceByteCount else { return nil }
            let count = sealed.count - XAES.tagByteCount
            var opened = false
            let message = try? withWorkspace { workspace in
                unsafe sealed.withUnsafeBufferPointer { sealed in
                    unsafe nonce.withUnsafeBufferPointer { nonce in
                        unsafe data.withUnsafeBufferPointer { data in
                            unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
                                opened = unsafe workspace.open(
                                    sealed, into: buffer, subkey: subkey, nonce: nonce, data: data)
                                written = opened ? count : 0
                            }
                        }
                    }
                }
            }
            return opened ? message : nil
        }

        private func withWorkspace<Result>(_ body: (XAESWorkspace) -> Result) throws(SealingError) -> Result {
            let workspace =
                if let cached = idle.withLockedValue({ $0.popLast() }) { cached } else { try XAESWorkspace(key: key) }
            defer { idle.withLockedValue { if $0.count < Self.cachedWorkspaces { $0.append(workspace) } } }
            return body(workspace)
        }
    }
#endif
