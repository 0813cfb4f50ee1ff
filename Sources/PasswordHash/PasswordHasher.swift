import Dispatch

/// Hashes passwords with scrypt, and checks them, on a thread of its own.
///
/// A hash takes some 80 ms and 32 MiB on purpose. On Swift's pool or an event loop that would hold up everybody's requests; here the callers
/// only wait for their turn, one after another, so that a burst of sign-ins takes neither more memory than one does nor more than one processor.
public struct PasswordHasher: Sendable {
    private static let saltByteCount = 16
    private static let hashByteCount = 32

    private let parameters: ScryptParameters
    private let memoryLimit: Int
    private let queue: DispatchQueue

    /// A hasher that makes new hashes with these parameters; it checks those that were made with any.
    ///
    /// - Parameter memoryLimit: The most bytes that one hash may take, in making and in checking. libcrypto's own limit of 32 MiB is a few
    ///   kilobytes less than the standard parameters need.
    public init(parameters: ScryptParameters = .standard, memoryLimit: Int = 64 << 20) {
        self.parameters = parameters
        self.memoryLimit = memoryLimit
        queue = DispatchQueue(label: "password-hash")
    }

    /// The text to keep for a password: `$scrypt$ln=15,r=8,p=1$SALT$HASH`, each time with a new salt.
    ///
    /// - Throws: ``PasswordHashError``.
    public func hash(_ password: String) async throws(PasswordHashError) -> String {
        let hashed = await onQueue { () -> Result<String, PasswordHashError> in
            guard let salt = Scrypt.salt(byteCount: Self.saltByteCount) else { return .failure(PasswordHashError(.noRandomBytes)) }
            guard let hash = derive(password, salt: salt, parameters: parameters, byteCount: Self.hashByteCount) else {
                return .failure(PasswordHashError(.notEnoughMemory))
            }
            return .success(PasswordRecord(parameters: parameters, salt: salt, hash: hash).text)
        }
        return try hashed.get()
    }

    /// Whether a password is the one that a kept text was made of.
    ///
    /// - Parameter kept: What ``hash(_:)`` gave; `nil` where there is no such account. Then, and for a text that can't be read, the answer is
    ///   `false` after as much work as ever, so that the time does not tell which accounts exist.
    public func verify(_ password: String, against kept: String?) async -> Bool {
        await onQueue {
            guard let record = kept.flatMap(PasswordRecord.init(parsing:)) else {
                _ = derive(
                    password, salt: [UInt8](repeating: 0, count: Self.saltByteCount), parameters: parameters, byteCount: Self.hashByteCount)
                return false
            }
            let hash = derive(password, salt: record.salt, parameters: record.parameters, byteCount: record.hash.count)
            return hash.map { Scrypt.equal($0, record.hash) } ?? false
        }
    }

    private func derive(_ password: String, salt: [UInt8], parameters: ScryptParameters, byteCount: Int) -> [UInt8]? {
        Scrypt.derive(password: Array(password.utf8), salt: salt, parameters: parameters, memoryLimit: memoryLimit, byteCount: byteCount)
    }

    private func onQueue<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
