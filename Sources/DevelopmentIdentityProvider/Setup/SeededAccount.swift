/// An account that is there from the start, with a password that everybody may know.
public struct SeededAccount: Sendable {
    /// The address to sign in with.
    public let email: String
    /// The person's name.
    public let name: String
    /// The password, unless a password reset has changed it since.
    public let password: String

    /// The accounts that a new database gets.
    public static let all = [
        SeededAccount(email: "alice@dev.example", name: "Alice", password: "latchkey"),
        SeededAccount(email: "bob@dev.example", name: "Bob", password: "latchkey"),
    ]
}
