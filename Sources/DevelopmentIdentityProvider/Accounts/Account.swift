/// A person as tokens describe them.
struct Account: Sendable, Equatable {
    /// The object identifier, which is also the subject.
    let id: String
    let identityProvider: IdentityProvider
    let email: String
    var name: String
}
