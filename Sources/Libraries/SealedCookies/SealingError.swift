/// An error of sealing, or of a list of keys.
///
/// Opening throws none: a value that doesn't open is `nil`, whatever the reason.
public struct SealingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A kind of fault.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: Sendable, Equatable {
        /// The text of a key is not base64url without padding.
        case keyIsNotBase64URL
        /// A key isn't 32 bytes long.
        case keyHasWrongLength
        /// A list has the same key twice, so an intended change of keys did not happen.
        case keyIsRepeated
        /// A list has no key at all.
        case noKeys
        /// The payload needs more cookies, or longer ones, than are allowed.
        case tooLarge
        /// The cryptographic library failed: no memory, or no such algorithm in OpenSSL's providers.
        case libraryFailed
    }

    /// The kind of fault.
    public let kind: Kind
    /// The position in the list, from 1, if the fault is in one key.
    public let entry: Int?

    /// An error of a kind, about one entry of a list of keys if it names one.
    package init(_ kind: Kind, entry: Int? = nil) {
        self.kind = kind
        self.entry = entry
    }

    /// The description for the log, without any part of a key.
    public var description: String {
        let key = entry.map { "key \($0)" } ?? "the key"
        return switch kind {
        case .keyIsNotBase64URL: "\(key) is not base64url without padding"
        case .keyHasWrongLength: "\(key) is not 32 bytes long (43 characters of base64url)"
        case .keyIsRepeated: "\(key) is there already, further up in the list"
        case .noKeys: "there is no key"
        case .tooLarge: "the payload is too large for its cookies"
        case .libraryFailed: "the cryptographic library failed"
        }
    }
}
