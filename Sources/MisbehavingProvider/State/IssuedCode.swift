import FoundationEssentials

/// An authorization code, and all that was asked for with it.
struct IssuedCode: Sendable {
    /// How long a code is good, in seconds.
    static let lifetime = 600.0

    let grant: IssuedGrant
    let redirectURI: String
    let challenge: String?
    let issued: Date
    var isUsed = false
}
