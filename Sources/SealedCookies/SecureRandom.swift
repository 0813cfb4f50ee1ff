import COpenSSL

/// Random bytes for keys, nonces and whatever else nobody may guess.
package enum SecureRandom {
    /// Draws bytes from OpenSSL's generator.
    ///
    /// - Throws: ``SealingError/Kind/libraryFailed`` where the generator has no entropy; nothing weaker stands in for it.
    package static func bytes(_ count: Int) throws(SealingError) -> [UInt8] {
        var drawn = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard count <= Int(CInt.max) else { return }
            drawn = unsafe RAND_bytes(buffer.baseAddress, CInt(count)) == 1
            written = drawn ? count : 0
        }
        guard drawn else { throw SealingError(.libraryFailed) }
        return bytes
    }
}
