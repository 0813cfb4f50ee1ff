/// Why a document, a token or a response of the authority is refused.
///
/// The log and `check` have these words. `docs/troubleshooting.md` has a row for each reason; a test compares them.
package enum RefusalReason: String, CaseIterable, Sendable {
    // MARK: Metadata
    case metadataStatus = "the response is no metadata"
    case metadataNotJSON = "the metadata is no JSON object"
    case metadataIncomplete = "the metadata lacks a member"
    case endpointNotHTTPS = "an endpoint in the metadata is no https URL"
    case metadataOfOtherIssuer = "the metadata names an issuer that is not the one to expect"
    case issuerHasChanged = "the authority has become another issuer"

    // MARK: Keys
    case keysStatus = "the response is no key set"
    case keysNotJSON = "the key set is no JSON object with an array of keys"
    case keysNotRefetched = "the keys may not be fetched again yet"

    // MARK: Pushed authorization requests
    case pushedRequestsLackEndpoint = "pushed requests are required, and the metadata has no endpoint for them"
    case pushedRequestsRequired = "the metadata requires pushed requests, which the settings forbid"
    case pushedRequestRefused = "the authority refuses the client's pushed request"
    case pushedRequestIgnored = "the response to a pushed request has no request_uri"

    // MARK: Authorization responses
    case parameterRepeated = "the response has a parameter more than once"
    case attemptUnknown = "the response belongs to no attempt of this browser"
    case responseOfOtherIssuer = "the response comes from another issuer"
    case responseWithoutIssuer = "the response does not name its issuer, which the authority promised"
    case responseWithoutCode = "the response has neither code nor error"
    case issuerHasChangedSinceStart = "the authority has become another issuer since the sign-in started"
    case responseUnlikeIDToken = "the response comes from another issuer than its ID token"

    // MARK: Responses of other endpoints
    case busy = "the authority is busy"
    case noTokenResponse = "the token endpoint's response is no token response"
    case noBearerToken = "the token endpoint's response has no bearer token"
    case noAccessToken = "the token endpoint's response has no access token"
    case noIDToken = "the token endpoint's response has no ID token"
    case tokenNotVisibleASCII = "the token endpoint's response has a token that is not visible ASCII"
    case madeUpCodeAccepted = "the token endpoint's response has tokens for a code that was never issued"
    case userInfoStatus = "the response is no UserInfo"
    case userInfoNotJSON = "UserInfo is no JSON object"
    case revocationStatus = "the response is no revocation"

    // MARK: All tokens
    case tokenTooLarge = "it is too large"
    case notSigned = "it is no signed token"
    case algorithmNotAccepted = "its algorithm is not accepted"
    case criticalExtension = "its header has a critical extension"
    case otherType = "it is a token of another type"
    case keyNameNotString = "the name of its key is no string"
    case notVerified = "no key of the authority's verifies its signature"
    case claimsNotJSON = "its claims are no JSON object"
    case otherIssuer = "it is another issuer's, or nobody's"
    case tenantMissing = "its tid is missing, or no GUID"
    case tenantNotAllowed = "allowedTenants doesn't list its tenant"
    case noSubject = "it names no subject"
    case subjectTooLarge = "its sub is too large"
    case otherAudience = "it is for somebody else"
    case noExpiry = "it has no end"
    case expired = "expired"
    case notYetValid = "not yet valid"
    case noIssueTime = "it doesn't say when it was issued"
    case issuedInFuture = "it was issued in the future"

    // MARK: ID tokens
    case otherAuthorizedParty = "it was issued to somebody else"
    case otherNonce = "it belongs to another sign-in"
    case wrongHash = "its hash of the code or of the access token is wrong"
    case authenticatedTooLongAgo = "the user did not authenticate recently enough"
    case otherContextClass = "the user did not authenticate by one of the requested context classes"
    case otherPolicy = "another policy issued it"
    case noUser = "neither oid nor sub identifies a user"
    case noObjectID = "it has no GUID as oid, by which sameUsersAs identifies users"
    case otherSharedTenant = "its tid is not the tenant of sameUsersAs"
    case otherIdentity = "its iss or sub is another user's"
    case otherUser = "it is another user's"

    // MARK: Access tokens
    case isIDToken = "it is an ID token"
    case namesNoPermissions = "it has neither scp nor roles with azp, so it may be an ID token of Microsoft Entra"
    case policyNotConfigured = "a policy issued it that isn't configured"
    case entraVersion1 = """
        it is a v1 token of Microsoft Entra; set requestedAccessTokenVersion to 2 in the manifest of the API's \
        registration
        """

    // MARK: Logout tokens
    case noLogoutEvent = "it has no logout event"
    case hasNonce = "it has a nonce, as only ID tokens do"
    case noTokenID = "it has no jti"
    case tokenIDTooLarge = "its jti is too large"
    case namesNobody = "it names neither a user nor a session"
    case sessionIDTooLarge = "its sid is too large"

    /// The reason with the value that mattered, which may come from outside: bounded, and in one line.
    ///
    /// - Parameter value: A value that isn't secret.
    func words(_ value: String?) -> String {
        value.map { "\(rawValue) (\(ProviderText.printable($0)))" } ?? rawValue
    }

    /// The error's kind; of a token's reasons, the kind for an ID token.
    package var kind: OpenIDConnectError.Kind {
        switch self {
        case .metadataStatus, .metadataNotJSON, .metadataIncomplete, .endpointNotHTTPS, .keysStatus, .keysNotJSON,
            .pushedRequestIgnored, .userInfoStatus, .userInfoNotJSON, .revocationStatus:
            .invalidProviderResponse
        case .metadataOfOtherIssuer, .issuerHasChanged: .metadataMismatch
        case .pushedRequestsLackEndpoint, .pushedRequestsRequired, .pushedRequestRefused:
            .configuration(.pushedRequests)
        case .keysNotRefetched, .busy: .temporarilyUnavailable(retryAfter: OpenIDConnectError.usualPause)
        case .attemptUnknown: .unknownState
        case .parameterRepeated, .responseOfOtherIssuer, .responseWithoutIssuer, .responseWithoutCode,
            .issuerHasChangedSinceStart, .responseUnlikeIDToken:
            .invalidResponse
        case .noTokenResponse, .noBearerToken, .noAccessToken, .noIDToken, .tokenNotVisibleASCII, .madeUpCodeAccepted:
            .badTokenResponse
        case .tokenTooLarge: .tooLarge(limit: SignedToken.longest)
        case .subjectTooLarge: .tooLarge(limit: UserKeyRule.longestSubject)
        case .noObjectID, .otherSharedTenant: .unidentifiedUser
        case .notSigned, .algorithmNotAccepted, .criticalExtension, .otherType, .keyNameNotString, .notVerified,
            .claimsNotJSON, .otherIssuer, .tenantMissing, .tenantNotAllowed, .noSubject, .otherAudience, .noExpiry,
            .expired, .notYetValid, .noIssueTime, .issuedInFuture, .otherAuthorizedParty, .otherNonce, .wrongHash,
            .otherPolicy, .noUser, .otherIdentity, .otherUser:
            .invalidIDToken
        case .authenticatedTooLongAgo, .otherContextClass: .insufficientAuthentication
        case .isIDToken, .namesNoPermissions, .policyNotConfigured, .entraVersion1: .invalidAccessToken(rawValue)
        case .noLogoutEvent, .hasNonce, .noTokenID, .tokenIDTooLarge, .namesNobody, .sessionIDTooLarge:
            .invalidLogoutToken
        }
    }
}
