import FoundationEssentials

/// What a person granted: it goes from code to tokens to newer tokens.
struct IssuedGrant: Sendable {
    let person: Person
    let policy: String?
    let base: String
    let nonce: String?
    let scopes: Set<String>
    /// The session at the provider (`sid`).
    let session: String
    /// When the person came.
    let authenticated: Date
}
