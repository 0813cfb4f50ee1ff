/// What a person allowed a client: the source of its code and of each refresh token that comes after.
struct Grant: Sendable, Equatable {
    let id: String
    let account: Account
    let clientID: String
    let flow: UserFlow
    let scope: Scope
    /// The session that it was made in.
    let sessionID: String
    let authTime: Int
}
