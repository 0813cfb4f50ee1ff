/// A browser that is signed in here.
struct ProviderSession: Sendable, Equatable {
    /// What tokens call `sid`: a name, which opens nothing.
    let id: String
    var account: Account
    /// When the person last showed who they are, in seconds since 1970.
    let authTime: Int
}
