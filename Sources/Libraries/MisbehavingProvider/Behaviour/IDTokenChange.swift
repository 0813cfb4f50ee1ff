/// A change to an ID token.
///
/// More cases may come in a minor version: switch with a `default`.
public enum IDTokenChange: String, Sendable, CaseIterable {
    // Such tokens have to be refused.
    /// `iss` is another provider's.
    case wrongIssuer
    /// `iss` has a slash at its end.
    case issuerWithSlash
    /// There is no `iss`.
    case noIssuer
    /// There is no `sub`.
    case noSubject
    /// `sub` is empty.
    case emptySubject
    /// `sub` is a number.
    case numericSubject
    /// `sub` has 256 bytes, one more than allowed (OpenID Connect Core, section 2).
    case longSubject
    /// `aud` is another client.
    case wrongAudience
    /// There is no `aud`.
    case noAudience
    /// `aud` is an empty list.
    case emptyAudience
    /// `aud` also has another client, and there is no `azp`.
    case severalAudiencesWithoutParty
    /// `aud` also has another client, which is `azp`.
    case severalAudiencesWithOtherParty
    /// `azp` is another client.
    case wrongAuthorizedParty
    /// There is no `iat`.
    case noIssueTime
    /// `iat` is ten minutes from now.
    case issuedInFuture
    /// `exp` is ten minutes ago.
    case expired
    /// There is no `exp`.
    case noExpiry
    /// `exp` is a string.
    case expiryAsText
    /// `exp` is 1e300.
    case expiryBeyondAllTime
    /// `nbf` is ten minutes from now.
    case notYetValid
    /// There is no `nonce`.
    case noNonce
    /// `nonce` is another request's.
    case wrongNonce
    /// `at_hash` is another access token's (OpenID Connect Core, section 3.1.3.6).
    case wrongAccessTokenHash
    /// `c_hash` is another code's (OpenID Connect Core, section 3.3.2.11).
    case wrongCodeHash
    /// `alg` is `none`, and there is no signature (RFC 8725, section 2.1).
    case algorithmNone
    /// `alg` is unknown.
    case algorithmUnknown
    /// One byte of the signature is changed.
    case damagedSignature
    /// One byte of an ES256 signature is changed.
    case damagedEllipticSignature
    /// Another key has signed the token, with the `kid` of the provider's.
    case foreignKey
    /// `kid` is no published key's.
    case unknownKeyName
    /// Signed by HS256 with the client's secret.
    case symmetricWithSecret
    /// Signed by HS256 with a secret that is not the client's.
    case symmetricWithOtherSecret
    /// Signed by HS256 with the provider's public key (RFC 8725, section 2.1).
    case symmetricWithPublicKey
    /// `crit` requires an extension (RFC 7515, section 4.1.11).
    case criticalExtension
    /// `typ` is a logout token's (RFC 8725, section 3.11).
    case wrongType
    /// `sub` is there twice.
    case repeatedClaim
    /// The claims are in an array.
    case claimsAreArray
    /// The token has two parts.
    case notThreeParts
    /// The header is not base64url.
    case notBase64
    /// `tfp` is another policy's.
    case wrongPolicy

    // Such tokens have to be accepted.
    /// Signed by ES256.
    case ellipticCurve
    /// There is no `kid`.
    case noKeyName
    /// `aud` is a list of the client alone.
    case audienceAsList
    /// `aud` also has another client, and `azp` is this one.
    case severalAudiencesWithParty
    /// `azp` is this client.
    case ownAuthorizedParty
    /// `at_hash` and `c_hash` are there, and right.
    case rightHashes
    /// `iat`, `exp` and `auth_time` have fractions.
    case fractionalTimes
    /// `iat` and `nbf` are half a minute from now.
    case skewedClock
    /// There are unknown claims.
    case unknownClaims
    /// There are distributed claims (OpenID Connect Core, section 5.6.2).
    case distributedClaims
    /// There is no `name`.
    case noName
    /// `tfp` is in upper case.
    case policyInOtherCase
    /// The policy is in `acr` in place of `tfp`.
    case policyAsContext

    /// Whether a relying party has to accept the token nevertheless.
    public var isHarmless: Bool {
        switch self {
        case .ellipticCurve, .noKeyName, .audienceAsList, .severalAudiencesWithParty, .ownAuthorizedParty, .rightHashes,
            .fractionalTimes, .skewedClock, .unknownClaims, .distributedClaims, .noName, .policyInOtherCase,
            .policyAsContext:
            true
        default: false
        }
    }

    /// The changes that a relying party has to refuse.
    public static var refused: [IDTokenChange] { allCases.filter { !$0.isHarmless } }
    /// The changes that a relying party has to accept.
    public static var accepted: [IDTokenChange] { allCases.filter(\.isHarmless) }
}
