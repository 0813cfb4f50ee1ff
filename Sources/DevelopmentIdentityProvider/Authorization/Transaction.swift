import FoundationEssentials

/// An authorization under way, as the pages carry it: nothing of it is stored here, so any number can be.
struct Transaction: Sendable, Codable {
    /// In seconds.
    static let lifetime = 3600

    let request: AuthorizationRequest
    /// The hash of the browser's cookie: another browser's form is refused.
    let browser: Data
    let expires: Int
}
