import Encodings
import PortableFoundation

/// The rules for the claims of an ID token (OpenID Connect Core, sections 3.1.3.7 and 12.2).
struct IDTokenRules {
    /// The rule for `nonce`.
    enum Nonce {
        /// The token belongs to a sign-in, and must have this nonce.
        case required(String)
        /// The token came by a refresh.
        ///
        /// The provider may leave the nonce out. A present one has to equal the earlier token's nonce, if that has one.
        case unchanged(String?)
    }

    /// The values of the claims that have passed.
    struct Outcome {
        let identity: Identity
        let user: UserKey
        let expiry: Date
    }

    var issuer: IssuerRule
    var clientID: String
    var nonce: Nonce
    var accessToken: String
    var code: String?
    var policy: String?
    var users: UserKeyRule
    var maxAge: Int?
    var acrValues: String?
    var isACREssential = false
    var now: Date

    func check(_ claims: Claims, _ algorithm: SignatureAlgorithm) throws(OpenIDConnectError) -> Outcome {
        let checks = ClaimChecks(claims: claims, purpose: .idToken, now: now)
        let issuer = try checks.issuer(by: issuer)
        let subject = try checks.subject(users)
        let user = users.key(of: claims)
        let audience = try checks.audience(holds: clientID)
        try checkAuthorizedParty(claims, audience)
        let expiry = try checks.expiry()
        try checks.hasStarted()
        _ = try checks.issuedAt()
        try checkNonce(claims)
        try checkHash("at_hash", of: accessToken, claims, algorithm)
        if let code { try checkHash("c_hash", of: code, claims, algorithm) }
        try checkAuthenticationTime(claims)
        try checkPolicy(claims)
        try checkContext(claims)
        guard let user else { throw TokenPurpose.idToken.refusal(users.reasonForNoKey(of: claims)) }
        return Outcome(identity: Identity(issuer: issuer, subject: subject), user: user, expiry: expiry)
    }

    private func checkAuthorizedParty(_ claims: Claims, _ audience: [String]) throws(OpenIDConnectError) {
        guard claims.has("azp") || audience.count > 1 else { return }
        guard let party = claims[string: "azp"], ByteEquality.equal(party, clientID) else {
            throw TokenPurpose.idToken.refusal(.otherAuthorizedParty, claims.named("azp"))
        }
    }

    private func checkNonce(_ claims: Claims) throws(OpenIDConnectError) {
        let right: String
        switch nonce {
        case .required(let nonce): right = nonce
        case .unchanged(let nonce):
            guard let nonce, claims.has("nonce") else { return }
            right = nonce
        }
        guard !right.isEmpty, let found = claims[string: "nonce"], ByteEquality.equal(found, right) else {
            throw TokenPurpose.idToken.refusal(.otherNonce)
        }
    }

    /// Hashes bind the token to the code and the access token.
    ///
    /// The code flow makes them optional, but a present one has to be correct.
    private func checkHash(
        _ name: String, of text: String, _ claims: Claims, _ algorithm: SignatureAlgorithm
    ) throws(OpenIDConnectError) {
        guard claims.has(name) else { return }
        let right = Base64URL.encode(algorithm.leftHalfOfDigest(of: text))
        guard let found = claims[string: name], ByteEquality.equal(found, right) else {
            throw TokenPurpose.idToken.refusal(.wrongHash, name)
        }
    }

    private func checkAuthenticationTime(_ claims: Claims) throws(OpenIDConnectError) {
        guard let maxAge else { return }
        guard let seconds = claims.seconds("auth_time"), seconds <= now.timeIntervalSince1970 + ClaimChecks.skew,
            now.timeIntervalSince1970 - seconds <= Double(maxAge) + ClaimChecks.skew
        else {
            throw TokenPurpose.idToken.refusal(
                .authenticatedTooLongAgo, "\(claims.named("auth_time")), max_age \(maxAge)")
        }
    }

    /// All policies of an Azure AD B2C tenant share one issuer, so only these claims name the policy of the sign-in.
    ///
    /// Old policies write `acr`, which elsewhere means something else.
    private func checkPolicy(_ claims: Claims) throws(OpenIDConnectError) {
        guard let policy = policy?.lowercased() else { return }
        if claims.has("tfp") {
            guard claims[string: "tfp"]?.lowercased() == policy else {
                throw TokenPurpose.idToken.refusal(.otherPolicy, claims.named("tfp"))
            }
        } else if let found = claims[string: "acr"]?.lowercased(), found.hasPrefix("b2c_1") {
            guard found == policy else { throw TokenPurpose.idToken.refusal(.otherPolicy, claims.named("acr")) }
        }
    }

    /// An `acr` must be one of the requested classes.
    ///
    /// `acr_values` is a voluntary request (OpenID Connect Core, section 3.1.2.1), so a token may lack an `acr`, unless
    /// that is essential (section 5.5.1.1).
    private func checkContext(_ claims: Claims) throws(OpenIDConnectError) {
        guard let requested = acrValues?.split(separator: " "), !requested.isEmpty,
            isACREssential || claims.has("acr")
        else { return }
        // Old policies write their own name there.
        if !isACREssential, policy != nil, claims[string: "acr"]?.lowercased().hasPrefix("b2c_1") == true { return }
        guard let found = claims[string: "acr"], requested.contains(where: { ByteEquality.equal(String($0), found) })
        else {
            throw TokenPurpose.idToken.refusal(.otherContextClass, claims.named("acr"))
        }
    }
}
