import Crypto
import CryptoExtras
import Encodings

/// A password's hash with all that is needed to check it, as text: `$scrypt$ln=15,r=8,p=1$SALT$HASH`.
///
/// The form is the PHC string format: salt and hash in Base64 without padding.
struct PasswordRecord: Equatable {
    /// Below this a salt might be met twice, or a hash be found by trying.
    private static let leastByteCount = 16
    private static let mostByteCount = 64

    let parameters: ScryptParameters
    let salt: [UInt8]
    let hash: [UInt8]

    init(parameters: ScryptParameters, salt: [UInt8], hash: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.hash = hash
    }

    /// Reads what ``text`` wrote, in that spelling only.
    init?(parsing text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let parameters = Self.parameters(in: parts[2]),
            let salt = Self.decode(parts[3]), Self.leastByteCount...Self.mostByteCount ~= salt.count,
            let hash = Self.decode(parts[4]), Self.leastByteCount...Self.mostByteCount ~= hash.count
        else { return nil }
        self.init(parameters: parameters, salt: salt, hash: hash)
        guard self.text == text else { return nil }
    }

    var text: String {
        let costs = "ln=\(parameters.logN),r=\(parameters.blockSize),p=\(parameters.parallelization)"
        return "$scrypt$\(costs)$\(Self.encode(salt))$\(Self.encode(hash))"
    }

    private static func parameters(in text: Substring) -> ScryptParameters? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let names = ["ln=", "r=", "p="]
        guard parts.count == names.count else { return nil }
        var numbers: [Int] = []
        for (part, name) in zip(parts, names) {
            guard part.hasPrefix(name), let number = Int(part.dropFirst(name.count)) else { return nil }
            numbers.append(number)
        }
        return ScryptParameters(logN: numbers[0], blockSize: numbers[1], parallelization: numbers[2])
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        Base64URL.decode(text.replacing("+", with: "-").replacing("/", with: "_"))
    }
}

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
