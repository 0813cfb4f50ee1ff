/// Why something could not be sealed, or a list of keys not be read.
///
/// Opening throws none of these: whatever is wrong with a sealed value, it just does not open.
public struct SealingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of fault it was.
    public enum Kind: Sendable, Equatable {
        /// The text of a key is not base64url without padding.
        case keyIsNotBase64URL
        /// A key has another count of bytes than 32.
        case keyHasWrongLength
        /// A list holds the same key twice, so the change of keys that somebody meant to make did not happen.
        case keyIsRepeated
        /// A list has no key at all.
        case noKeys
        /// The payload needs more cookies, or longer ones, than are allowed.
        case tooLarge
        /// OpenSSL failed: no memory, no random numbers, or no such algorithm in its providers.
        case libraryFailed
    }

    /// What kind of fault it was.
    public let kind: Kind
    /// Which key of a list it was, counted from 1, if the fault is one key's.
    public let entry: Int?

    /// An error of a kind, about one entry of a list of keys if it names one.
    package init(_ kind: Kind, entry: Int? = nil) {
        self.kind = kind
        self.entry = entry
    }

    /// What happened, in words for the log; never any part of a key.
    public var description: String {
        let key = entry.map { "key \($0)" } ?? "the key"
        return switch kind {
        case .keyIsNotBase64URL: "\(key) is not base64url without padding"
        case .keyHasWrongLength: "\(key) is not 32 bytes long (43 characters of base64url)"
        case .keyIsRepeated: "\(key) is there already, further up in the list"
        case .noKeys: "there is no key"
        case .tooLarge: "the payload is too large for its cookies"
        case .libraryFailed: "libcrypto failed"
        }
    }
}
