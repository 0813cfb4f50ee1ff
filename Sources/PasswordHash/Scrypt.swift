import COpenSSL

/// scrypt (RFC 7914) by libcrypto, on the thread that calls it: ``PasswordHasher`` has one for it.
enum Scrypt {
    /// The hash; `nil` where it would take more memory than `memoryLimit`, in bytes, or there is none.
    static func derive(password: [UInt8], salt: [UInt8], parameters: ScryptParameters, memoryLimit: Int, byteCount: Int) -> [UInt8]? {
        var derived = [UInt8](repeating: 0, count: byteCount)
        let done = unsafe password.withUnsafeBytes { password in
            let characters = unsafe password.assumingMemoryBound(to: CChar.self)
            return unsafe EVP_PBE_scrypt(
                characters.baseAddress, characters.count, salt, salt.count, 1 << UInt64(parameters.logN), UInt64(parameters.blockSize),
                UInt64(parameters.parallelization), UInt64(max(1, memoryLimit)), &derived, byteCount) == 1
        }
        return done ? derived : nil
    }

    /// A random salt; `nil` where there is no entropy.
    static func salt(byteCount: Int) -> [UInt8]? {
        var salt = [UInt8](repeating: 0, count: byteCount)
        return unsafe RAND_bytes(&salt, CInt(byteCount)) == 1 ? salt : nil
    }

    /// Whether both hashes are the same, in a time that does not tell where they differ.
    static func equal(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        unsafe one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
    }
}
