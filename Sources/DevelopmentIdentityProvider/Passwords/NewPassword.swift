/// A password that somebody chose: long enough to be one, short enough to be hashed.
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
