/// The rule for the session identifiers (`sid`) of authorities, the same for ID tokens and both kinds of logout.
///
/// The specifications set no limits, but the session store has to hold and index them.
package enum ProviderSessionID {
    /// In bytes of UTF-8.
    static let longest = 1024

    /// Whether a `sid` can be stored: it isn't empty or too long, and has no NUL, which PostgreSQL refuses.
    package static func isUsable(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && !text.utf8.contains(0)
    }
}

extension Claims {
    /// The session at the authority (`sid`); `nil` if it is no string or not usable.
    package var sessionID: String? { self[string: "sid"].flatMap { ProviderSessionID.isUsable($0) ? $0 : nil } }
}
