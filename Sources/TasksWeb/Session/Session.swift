import OpenIDConnect
import SessionRegistry

/// A person's session, as its cookie carries it: all that a request needs.
struct Session: Sendable, Equatable {
    /// The session's name in the register; the same from sign-in to sign-out.
    var handle: SessionHandle
    /// Counts the changes to the tokens, so that an older copy is told from a newer one.
    var generation: UInt32 = 0
    /// The ID token's `iss`.
    var issuer: String
    /// The ID token's `sub`.
    var subject: String
    /// The user, who is the same at all policies.
    var user: UserKey
    /// The policy that issued the grant; refresh and sign-out go to it.
    var policy: String?
    /// The person's name for the page.
    var name: String
    /// UNIX seconds at which the person signed in.
    var begun: Int64
    /// UNIX seconds at which the session ends at the latest.
    var end: Int64
    /// UNIX seconds at which the session was last used, to a minute.
    var lastUsed: Int64
    /// Whether this sign-in was made because the API had refused the token of the one before.
    var followsRefusal = false
    /// Whether this sign-in was made because the provider wanted the user back.
    var followsInteraction = false
    /// The access token for the API.
    var accessToken: String
    /// UNIX seconds at which the access token ends; `nil` where the provider didn't say.
    var accessTokenExpiry: Int64?
    /// How many seconds the access token was issued for; `nil` if the provider didn't say, or an earlier version stored
    /// the session.
    var accessTokenLife: Int64?
    /// The refresh token.
    var refreshToken: String?
    /// UNIX seconds at which the refresh token ends; `nil` where the provider didn't say.
    var refreshTokenExpiry: Int64?
    /// The ID token as it came, for the page of claims and as the hint at sign-out; left out where it doesn't fit the
    /// cookie.
    var idToken: String?
    /// UserInfo's claims as they are shown, as a form, where they were asked for.
    var userInfo: String?

    /// UNIX seconds from which the session, as it is now, serves no more: its end, or that of a refresh token that is
    /// known to end before.
    var limit: Int64 { min(end, refreshTokenExpiry ?? end) }
}
