/// Why a token was not accepted.
public enum AccessTokenError: Error, Sendable, Equatable {
    /// The token doesn't verify; the reason goes to the log, not to the client.
    case invalid(reason: String)
    /// The token verifies, but has no claim that identifies a user.
    case identifiesNoUser
    /// Nothing can be said of the token, for the authority's keys can't be had.
    case authorityUnavailable(reason: String)
}
