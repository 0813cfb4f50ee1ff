import OpenIDConnect
import TasksAPI

/// Knows a few tokens, so that the API can be tested without any cryptography.
struct TestVerifier: AccessTokenVerifying {
    /// Alice's key has the same value as ``namesake``'s, and another kind.
    static let alice = UserKey(kind: .objectID, space: "https://login.example", value: "alice")
    static let namesake = UserKey(kind: .subject, space: "https://login.example", value: "alice")
    static let elsewhere = UserKey(kind: .objectID, space: "https://other.example", value: "alice")
    static let bob = UserKey(kind: .subject, space: "https://login.example", value: "bob")

    /// When the user of each token authenticated.
    var authTime: Double?

    func bearer(of token: String) async throws(AccessTokenError) -> Bearer {
        let users = ["alice": Self.alice, "namesake": Self.namesake, "elsewhere": Self.elsewhere, "bob": Self.bob]
        if let user = users[token] as? UserKey { return Bearer(user: user, authTime: authTime) }
        switch token {
        case "no-user": throw .identifiesNoUser(reason: "test")
        case "authority-unreachable": throw .authorityUnavailable(reason: "a reason for the log")
        default: throw .invalid(reason: "a reason for the log")
        }
    }
}
