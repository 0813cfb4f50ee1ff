import Encodings
import PortableFoundation

/// The checks that are the same for every kind of token (RFC 7519, section 4.1).
struct ClaimChecks {
    /// How many seconds the authority's clock may differ from the local one.
    static let skew = 60.0

    let claims: Claims
    let purpose: TokenPurpose
    let now: Date

    /// - Returns: The token's issuer.
    @discardableResult
    func issuer(by rule: IssuerRule) throws(OpenIDConnectError) -> String {
        let issuer = try rule.issuer(of: claims, purpose)
        guard let found = claims[string: "iss"], ByteEquality.equal(found, issuer) else {
            throw purpose.refusal(.otherIssuer, claims.named("iss"))
        }
        return issuer
    }

    /// The issuer's identifier of the user.
    func subject(_ users: UserKeyRule) throws(OpenIDConnectError) -> String {
        guard let subject = users.subject(of: claims) else {
            let (size, limit) = (claims[string: "sub"]?.utf8.count ?? 0, UserKeyRule.longestSubject)
            throw size > limit
                ? purpose.refusal(.subjectTooLarge, "\(size) bytes, at most \(limit)") : purpose.refusal(.noSubject)
        }
        return subject
    }

    /// - Returns: All audiences of the token.
    @discardableResult
    func audience(holds name: String) throws(OpenIDConnectError) -> [String] {
        let audience = claims.strings("aud")
        guard audience.contains(where: { ByteEquality.equal($0, name) }) else {
            throw purpose.refusal(.otherAudience, claims.named("aud"))
        }
        return audience
    }

    /// - Returns: When the token ends.
    func expiry() throws(OpenIDConnectError) -> Date {
        guard let seconds = claims.seconds("exp") else { throw purpose.refusal(.noExpiry, claims.named("exp")) }
        guard now.timeIntervalSince1970 < seconds + Self.skew else { throw purpose.refusal(.expired, time("exp")) }
        return Date(timeIntervalSince1970: seconds)
    }

    func hasStarted() throws(OpenIDConnectError) {
        guard claims.has("nbf") else { return }
        guard let seconds = claims.seconds("nbf"), isPast(seconds) else {
            throw purpose.refusal(.notYetValid, time("nbf"))
        }
    }

    /// - Returns: When the token was issued.
    func issuedAt() throws(OpenIDConnectError) -> Date {
        guard let seconds = claims.seconds("iat") else { throw purpose.refusal(.noIssueTime, claims.named("iat")) }
        guard isPast(seconds) else { throw purpose.refusal(.issuedInFuture, time("iat")) }
        return Date(timeIntervalSince1970: seconds)
    }

    /// A time of the token next to the local one, because one of the two clocks may be wrong.
    private func time(_ name: String) -> String {
        let time = claims.seconds(name).map { Date(timeIntervalSince1970: $0).formatted(.iso8601) }
        return "\(time.map { "\(name) \($0)" } ?? claims.named(name)), the clock here says \(now.formatted(.iso8601))"
    }

    private func isPast(_ seconds: Double) -> Bool { seconds <= now.timeIntervalSince1970 + Self.skew }
}
