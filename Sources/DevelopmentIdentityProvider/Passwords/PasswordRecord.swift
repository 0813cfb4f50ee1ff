import Encodings

/// A password's hash with all that is needed to check it, as text: `$scrypt$ln=15,r=8,p=1$SALT$HASH`.
///
/// The form is that of the PHC string format: salt and hash in Base64 without padding.
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
