import Dispatch
import Encodings

/// A password can't be hashed, because scrypt needs more memory than its limit.
struct PasswordHashError: Error, Equatable, CustomStringConvertible {
    let description = "scrypt needs more memory than its limit"
}

/// Hashes passwords with scrypt, and checks them, on a separate thread.
///
/// A hash takes some 80 ms and 32 MiB on purpose. On Swift's pool or an event loop it would delay the requests of all
/// users. Here the callers wait in turn, so that a burst of sign-ins takes the memory and the processor of one.
struct PasswordHasher: Sendable {
    private static let saltByteCount = 16
    private static let hashByteCount = 32

    private let parameters: ScryptParameters
    private let memoryLimit: Int
    private let queue: DispatchQueue

    /// A hasher that makes new hashes with these parameters, and checks those that were made with any.
    ///
    /// - Parameter memoryLimit: Maximum memory of one hash, in bytes, when it is made and when it is checked.
    init(parameters: ScryptParameters = .standard, memoryLimit: Int = 64 << 20) {
        self.parameters = parameters
        self.memoryLimit = memoryLimit
        queue = DispatchQueue(label: "password-hash")
    }

    /// The text to store for a password: `$scrypt$ln=15,r=8,p=1$SALT$HASH`, with a new salt each time.
    func hash(_ password: String) async throws(PasswordHashError) -> String {
        let record = await onQueue { () -> PasswordRecord? in
            let salt = SecureRandom.bytes(Self.saltByteCount)
            return derive(password, salt: salt, parameters: parameters, byteCount: Self.hashByteCount).map {
                PasswordRecord(parameters: parameters, salt: salt, hash: $0)
            }
        }
        guard let record else { throw PasswordHashError() }
        return record.text
    }

    /// Whether a stored text was made of this password.
    ///
    /// - Parameter stored: The result of ``hash(_:)``; `nil` if there is no such account. For that and for a text that
    ///   can't be read the result is `false`, after the same work, so that the time doesn't show which accounts exist.
    func verify(_ password: String, against stored: String?) async -> Bool {
        await onQueue {
            guard let record = stored.flatMap(PasswordRecord.init(parsing:)) else {
                let salt = [UInt8](repeating: 0, count: Self.saltByteCount)
                _ = derive(password, salt: salt, parameters: parameters, byteCount: Self.hashByteCount)
                return false
            }
            let hash = derive(
                password, salt: record.salt, parameters: record.parameters, byteCount: record.hash.count)
            return hash.map { ConstantTime.equal($0, record.hash) } ?? false
        }
    }

    private func derive(
        _ password: String, salt: [UInt8], parameters: ScryptParameters, byteCount: Int
    ) -> [UInt8]? {
        parameters.hash(password, salt: salt, byteCount: byteCount, memoryLimit: memoryLimit)
    }

    private func onQueue<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}

/// A password that a user chose: long enough to be one, short enough to be hashed.
struct NewPassword: Sendable {
    /// In Unicode scalars.
    static let minimumLength = 8
    /// In UTF-8 bytes.
    static let maximumByteCount = 1024

    let text: String

    init?(_ text: String) {
        guard text.unicodeScalars.count >= Self.minimumLength, text.utf8.count <= Self.maximumByteCount else {
            return nil
        }
        self.text = text
    }
}
