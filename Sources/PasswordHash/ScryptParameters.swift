/// What one scrypt hash costs (RFC 7914, section 2).
public struct ScryptParameters: Sendable, Equatable {
    /// The cost in time and memory as a power of two: N is 2 to this.
    public let logN: Int
    /// The block size r.
    public let blockSize: Int
    /// The parallelization p; here it costs time only.
    public let parallelization: Int

    /// 32 MiB and some 80 ms of one processor for each hash.
    public static let standard = ScryptParameters(checkedLogN: 15, blockSize: 8, parallelization: 1)

    /// Parameters that scrypt can work with, and that nobody can use to keep a processor busy for minutes.
    ///
    /// - Returns: `nil` unless `logN` is 1 to 24, `blockSize` 1 to 32, `parallelization` 1 to 16, and N less than 2^(128 · r / 8).
    public init?(logN: Int, blockSize: Int, parallelization: Int) {
        guard 1...24 ~= logN, 1...32 ~= blockSize, 1...16 ~= parallelization, logN < 16 * blockSize else { return nil }
        self.init(checkedLogN: logN, blockSize: blockSize, parallelization: parallelization)
    }

    private init(checkedLogN logN: Int, blockSize: Int, parallelization: Int) {
        self.logN = logN
        self.blockSize = blockSize
        self.parallelization = parallelization
    }
}
