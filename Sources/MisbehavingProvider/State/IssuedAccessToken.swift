import FoundationEssentials

/// An access token that is out.
struct IssuedAccessToken: Sendable {
    let grant: IssuedGrant
    let expiry: Date
}
