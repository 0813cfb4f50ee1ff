/// What the tokens say of an authentication that the authorization request has requirements for (RFC 9470, section 4).
///
/// More cases may come in a minor version: switch with a `default`.
public enum StepUpResponse: String, Sendable, CaseIterable {
    /// `acr` is the first of `acr_values`, `auth_time` is now, and access tokens have what `claims` requests.
    ///
    /// Access tokens have `acr` and `auth_time`, too (RFC 9470, section 6.1).
    case satisfied
    /// `acr` is another class than `acr_values` has, as if that were ignored.
    case weakerContext
    /// There is no `acr`.
    case noContext
    /// `auth_time` is an hour longer ago than `max_age` allows, as if that were ignored.
    case oldAuthentication
    /// There is no `auth_time`.
    case noAuthenticationTime
    /// Access tokens lack the requested claims, as if `claims` were ignored.
    case ignoredClaims
}
