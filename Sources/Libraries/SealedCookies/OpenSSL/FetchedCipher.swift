#if OpenSSL
    import COpenSSL

    /// The ciphers of libcrypto in use here, each looked up in its providers once: a look-up costs more than sealing a
    /// small cookie.
    enum FetchedCipher {
        // Safe to share: a fetched `EVP_CIPHER` is never written to again, and libcrypto counts its references
        // atomically.
        nonisolated(unsafe) static let aes256ECB: OpaquePointer? = unsafe EVP_CIPHER_fetch(nil, "AES-256-ECB", nil)
        nonisolated(unsafe) static let aes256GCM: OpaquePointer? = unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
    }
#endif
