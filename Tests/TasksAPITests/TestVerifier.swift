import TasksAPI

/// Knows a few tokens, so that what the API makes of an answer can be tested without any cryptography.
struct TestVerifier: AccessTokenVerifying {
    func verify(_ token: String) async throws(AccessTokenRefusal) -> AccessTokenClaims {
        switch token {
        case "alice": AccessTokenClaims(subject: "sub-alice", objectID: "alice")
        case "bob": AccessTokenClaims(subject: "bob", objectID: nil)
        case "empty-oid": AccessTokenClaims(subject: "bob", objectID: "")
        case "nobody": AccessTokenClaims(subject: nil, objectID: nil)
        case "unissued": AccessTokenClaims(subject: "Not supported currently. Use oid claim.", objectID: nil)
        case "null": AccessTokenClaims(subject: "alice\0", objectID: "alice\0")
        case "authority-away": throw .authorityUnavailable(reason: "a reason for the log")
        default: throw .invalid(reason: "a reason for the log")
        }
    }
}
