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
        case .cancelled, .cancelledAtSocialProvider, .passwordForgotten: .signInFailed("The sign-in was not completed.")
        case .signInAgain: .signInFailed(signInAgain)
        case .temporarilyUnavailable: .providerBusy
        case .configuration(let setting): .misconfigured(setting: setting)
        case .invalidResponse: .signInFailed("The identity provider's answer was not one to trust.")
        case .invalidIDToken, .invalidAccessToken, .invalidLogoutToken:
            .signInFailed("What the identity provider said about you could not be verified.")
        case .invalidGrant: .signInFailed("The identity provider no longer knows of this sign-in.")
        case .badTokenResponse, .providerUnreachable, .providerNonsense, .metadataMismatch: .unavailable(.provider)
        case .providerTimedOut: .timedOut(.provider)
        }
    }

    private static let signInAgain = "The identity provider wants you to sign in again."

    private static func reason(_ code: String) -> String {
        switch code {
        case "AADB2C90111", "AADB2C90114": "The account is locked. Wait a while, or ask whoever runs it for help."
        case "interaction_required", "consent_required", "account_selection_required": signInAgain
        default: "The identity provider refused the sign-in (\(code))."
        }
    }
}
