import COpenSSL

/// SHAKE128 by libcrypto, whose version 3.0 gives all of its output in one go or not at all.
enum Shake128 {
    static func squeeze(_ count: Int, from pieces: [UInt8] = []) -> [UInt8]? {
        var hash = Hash()
        hash?.absorb(pieces)
        return hash?.squeeze(count)
    }

    /// A hash that input goes into piece by piece.
    struct Hash: ~Copyable {
        private let context: OpaquePointer
        private var sound = true

        init?() {
            guard let context = EVP_MD_CTX_new() else { return nil }
            self.context = context
            guard EVP_DigestInit_ex(context, EVP_shake128(), nil) == 1 else { return nil }
        }

        deinit { EVP_MD_CTX_free(context) }

        mutating func absorb(_ bytes: [UInt8]) {
            sound = sound && EVP_DigestUpdate(context, bytes, bytes.count) == 1
        }

        consuming func squeeze(_ count: Int) -> [UInt8]? {
            var output = [UInt8](repeating: 0, count: count)
            return sound && EVP_DigestFinalXOF(context, &output, count) == 1 ? output : nil
        }
    }
}
