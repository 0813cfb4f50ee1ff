import Encodings
import FoundationEssentials

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
        guard let found = claims[string: "iss"], ConstantTime.equal(found, issuer) else {
            throw purpose.refusal("it is another issuer's, or nobody's")
        }
        return issuer
    }

    /// The issuer's identifier of the user.
    func subject(_ users: UserKeyRule) throws(OpenIDConnectError) -> String {
        guard let subject = users.subject(of: claims) else { throw purpose.refusal("it names no subject") }
        return subject
    }

    /// - Returns: All audiences of the token.
    @discardableResult
    func audience(holds name: String) throws(OpenIDConnectError) -> [String] {
        let audience = claims.strings("aud")
        guard audience.contains(where: { ConstantTime.equal($0, name) }) else {
            throw purpose.refusal("it is for somebody else")
        }
        return audience
    }

    /// - Returns: When the token ends.
    func expiry() throws(OpenIDConnectError) -> Date {
        guard let seconds = claims.seconds("exp") else { throw purpose.refusal("it has no end") }
        guard now.timeIntervalSince1970 < seconds + Self.skew else { throw purpose.refusal("expired") }
        return Date(timeIntervalSince1970: seconds)
    }

    func hasStarted() throws(OpenIDConnectError) {
        guard claims.has("nbf") else { return }
        guard let seconds = claims.seconds("nbf"), isPast(seconds) else { throw purpose.refusal("not yet valid") }
    }

    /// - Returns: When the token was issued.
    func issuedAt() throws(OpenIDConnectError) -> Date {
        guard let seconds = claims.seconds("iat") else { throw purpose.refusal("it doesn't say when it was issued") }
        guard isPast(seconds) else { throw purpose.refusal("it was issued in the future") }
        return Date(timeIntervalSince1970: seconds)
    }

    private func isPast(_ seconds: Double) -> Bool { seconds <= now.timeIntervalSince1970 + Self.skew }
}
