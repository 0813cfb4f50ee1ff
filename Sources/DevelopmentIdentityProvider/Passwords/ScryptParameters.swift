import Crypto
import CryptoExtras

/// The cost of one scrypt hash (RFC 7914, section 2).
struct ScryptParameters: Sendable, Equatable {
    /// The cost in time and memory as a power of two: N is 2 to this.
    let logN: Int
    /// The block size r.
    let blockSize: Int
    /// The parallelization p; here it costs time only.
    let parallelization: Int

    /// 32 MiB and some 80 ms of one processor for each hash.
    static let standard = ScryptParameters(checkedLogN: 15, blockSize: 8, parallelization: 1)

    /// Parameters that scrypt can work with, and that keep no processor busy for minutes.
    ///
    /// - Returns: `nil` unless `logN` is 1 to 24, `blockSize` 1 to 32, `parallelization` 1 to 16, and N less than
    ///   2^(128 · r / 8).
    init?(logN: Int, blockSize: Int, parallelization: Int) {
        guard 1...24 ~= logN, 1...32 ~= blockSize, 1...16 ~= parallelization, logN < 16 * blockSize else { return nil }
        self.init(checkedLogN: logN, blockSize: blockSize, parallelization: parallelization)
    }

    private init(checkedLogN logN: Int, blockSize: Int, parallelization: Int) {
        self.logN = logN
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    private var memory: Int { 128 * blockSize * (1 << logN + parallelization + 1) }

    /// The hash of a password; `nil` if it takes more memory than the limit, in bytes, or than there is.
    func hash(_ password: String, salt: [UInt8], byteCount: Int, memoryLimit: Int) -> [UInt8]? {
        // Checked here, because swift-crypto doesn't pass its `maxMemory` on.
        guard memory <= memoryLimit else { return nil }
        let hash = try? KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: byteCount, rounds: 1 << logN, blockSize: blockSize,
            parallelism: parallelization)
        return hash?.withUnsafeBytes { Array($0) }
    }
}
