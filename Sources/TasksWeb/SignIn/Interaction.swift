/// What the provider wants the next authorization request to carry, because it has to deal with the user itself.
struct Interaction: Sendable, Equatable {
    /// How soon a second one counts as a loop, in seconds.
    static let loopWindow: Int64 = 60

    /// A JSON object (OpenID Connect Core, section 5.5).
    let claims: String?
    let prompt: String?
}
