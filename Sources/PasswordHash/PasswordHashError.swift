/// Why no hash could be made.
public struct PasswordHashError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of fault it was.
    public enum Kind: Sendable, Equatable {
        /// scrypt needs more memory than the limit allows, or than there is.
        case notEnoughMemory
        /// The generator of random numbers gave no salt.
        case noRandomBytes
    }

    /// What kind of fault it was.
    public let kind: Kind

    /// An error of a kind.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// What happened, in words for the log; never any part of a password.
    public var description: String {
        switch kind {
        case .notEnoughMemory: "scrypt needs more memory than its limit"
        case .noRandomBytes: "no random bytes for a salt"
        }
    }
}
