import OpenIDConnect

/// Why a sign-in was refused, in the names that the log has.
enum SignInRefusal: String, CaseIterable, Sendable {
    /// The user cancelled.
    case cancelled
    /// The user forgot the password, and goes on at the policy for a new one.
    case passwordForgotten = "password_forgotten"
    /// The authority requires interaction with the user first.
    case interactionRequired = "interaction_required"
    /// The authority requires it again, right after it had the chance for it.
    case interactionRequiredAgain = "interaction_required_again"
    /// The authority refused the user, the code or the request.
    case refusedByProvider = "refused_by_provider"
    /// The authority can't be reached, or its response is invalid.
    case providerFailed = "provider_failed"
    /// A setting or the registration is wrong.
    case configuration
    /// The authorization response can't be read, or doesn't verify.
    case invalidResponse = "invalid_response"
    /// The ID token doesn't verify.
    case invalidIDToken = "invalid_id_token"
    /// The user did not authenticate as the sign-in or the API required.
    case insufficientAuthentication = "insufficient_authentication"
    /// The ID token lacks a required claim.
    case claimMissing = "claim_missing"
    /// The response belongs to no sign-in under way in the browser.
    case unknownSignIn = "unknown_sign_in"
    /// The browser signs in again and again.
    case signInLoop = "sign_in_loop"
    /// The authority says that the session is over (`session_expiry`).
    case providerSessionExpired = "provider_session_expired"
    /// The user has started too many sessions within a day.
    case signInLimit = "sign_in_limit"
    /// The ID token is beyond a limit, or the session doesn't fit into cookies.
    case sessionTooLarge = "session_too_large"
    /// The store of sessions can't be reached.
    case storeUnavailable = "store_unavailable"

    init(_ kind: OpenIDConnectError.Kind) {
        self =
            switch kind {
            case .cancelled, .cancelledAtSocialProvider: .cancelled
            case .passwordForgotten: .passwordForgotten
            case .interactionRequired: .interactionRequired
            case .refusedByProvider, .accessDenied, .signInAgain, .invalidGrant: .refusedByProvider
            case .configuration: .configuration
            case .unknownState: .unknownSignIn
            case .invalidResponse: .invalidResponse
            case .insufficientAuthentication: .insufficientAuthentication
            case .invalidIDToken, .invalidLogoutToken, .invalidAccessToken: .invalidIDToken
            case .tooLarge: .sessionTooLarge
            case .unidentifiedUser: .claimMissing
            case .temporarilyUnavailable, .badTokenResponse, .providerUnreachable, .providerTimedOut,
                .invalidProviderResponse, .metadataMismatch:
                .providerFailed
            }
    }

    init(_ kind: SignInError.Kind) {
        self =
            switch kind {
            case .provider(let error), .refused(let error): SignInRefusal(error.kind)
            case .claimMissing: .claimMissing
            case .signInLoop: .signInLoop
            case .signInLimit: .signInLimit
            case .providerSessionExpired: .providerSessionExpired
            case .interactionRequiredAgain, .tooManySignIns: .interactionRequiredAgain
            case .sessionTooLarge: .sessionTooLarge
            case .storeUnavailable, .signedOutLocally: .storeUnavailable
            case .unknownSignIn: .unknownSignIn
            case .unreadableLink, .unreadableResponse, .unreadableForm, .foreignIssuer, .unknownHint,
                .crossSiteRequest, .notSignedIn, .accessTokenRefused, .entraVersion1TokenRefused, .stepUpRequired,
                .stepUpRequiredAgain:
                .invalidResponse
            }
    }
}
