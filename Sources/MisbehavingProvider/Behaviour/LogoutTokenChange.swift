/// What is different about a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
public enum LogoutTokenChange: String, Sendable, CaseIterable {
    case algorithmNone, symmetric, damagedSignature
    case wrongIssuer, wrongAudience
    case noEvent, otherEvent, withNonce
    case noIdentifier, noIssueTime, expired
    case neitherSubjectNorSession
}
