/// A change to an ID token.
public enum IDTokenChange: String, Sendable, CaseIterable {
    // Such tokens have to be refused.
    case wrongIssuer, issuerWithSlash, noIssuer
    case noSubject, emptySubject, numericSubject, longSubject
    case wrongAudience, noAudience, emptyAudience
    case severalAudiencesWithoutParty, severalAudiencesWithOtherParty, wrongAuthorizedParty
    case noIssueTime, issuedInFuture
    case expired, noExpiry, expiryAsText, expiryBeyondAllTime
    case notYetValid
    case noNonce, wrongNonce
    case wrongAccessTokenHash, wrongCodeHash
    case algorithmNone, algorithmUnknown, damagedSignature, damagedEllipticSignature, foreignKey, unknownKeyName
    case symmetricWithSecret, symmetricWithOtherSecret, symmetricWithPublicKey
    case criticalExtension, wrongType, repeatedClaim, claimsAreArray
    case notThreeParts, notBase64
    case wrongPolicy

    // Such tokens have to be accepted.
    case ellipticCurve, noKeyName, audienceAsList, severalAudiencesWithParty, ownAuthorizedParty
    case rightHashes, fractionalTimes, skewedClock, unknownClaims, distributedClaims, noName, policyInOtherCase,
        policyAsContext

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
