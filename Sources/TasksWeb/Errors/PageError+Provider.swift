import OpenIDConnect

extension PageError {
    /// What the page says where the provider could not be asked, or a sign-in did not succeed.
    init(providerFault error: OpenIDConnectError) {
        self.init(Self.kind(of: error), detail: error.description)
    }

    private static func kind(of error: OpenIDConnectError) -> Kind {
        switch error.kind {
        case .unknownState: .unknownSignIn
        case .refusedByProvider(let code): .signInFailed(reason(code))
        case .cancelled, .cancelledAtSocialProvider, .passwordForgotten: .signInFailed(.notCompleted)
        case .signInAgain: .signInFailed(.signInAgain)
        case .temporarilyUnavailable(let seconds): .providerBusy(retryAfter: seconds)
        case .interactionRequired(let claims, let prompt):
            .interactionRequired(Interaction(claims: claims, prompt: prompt))
        case .configuration(let setting): .misconfigured(setting: setting)
        case .invalidResponse: .signInFailed(.untrustworthyAnswer)
        case .invalidIDToken, .invalidAccessToken, .invalidLogoutToken: .signInFailed(.unverifiable)
        case .invalidGrant: .signInFailed(.unknownToProvider)
        case .badTokenResponse, .providerUnreachable, .providerNonsense, .metadataMismatch: .unavailable(.provider)
        case .providerTimedOut: .timedOut(.provider)
        }
    }

    private static func reason(_ code: String) -> SignInFailure {
        switch code {
        case "AADB2C90111", "AADB2C90114", "AADSTS50053": .accountLocked
        default: .refused(code: code)
        }
    }
}
