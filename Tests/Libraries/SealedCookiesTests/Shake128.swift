import COpenSSL

/// SHAKE128 by libcrypto, whose version 3.0 gives all of its output in one go or not at all.
final class Shake128 {
    private let context: OpaquePointer
    private var sound: Bool

    init?() {
        guard let context = EVP_MD_CTX_new() else { return nil }
        self.context = context
        sound = EVP_DigestInit_ex(context, EVP_shake128(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    func absorb(_ bytes: [UInt8]) {
        sound = sound && EVP_DigestUpdate(context, bytes, bytes.count) == 1
    }

    /// The output, once; `nil` if anything went wrong up to now.
    func squeeze(_ count: Int) -> [UInt8]? {
        guard sound else { return nil }
        sound = false
        var output = [UInt8](repeating: 0, count: count)
        return EVP_DigestFinalXOF(context, &output, count) == 1 ? output : nil
    }
}
