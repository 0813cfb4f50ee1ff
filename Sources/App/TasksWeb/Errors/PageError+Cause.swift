import HTTPTransport
import HummingbirdOpenIDConnect
import OpenIDConnect
import TaskCore

/// The page's error for other parts' errors.
extension PageError {
    /// The error as the page of a form says it, unless it leads to a sign-in and has no page.
    static func ofForm(_ cause: any Error, draft: (Kind) -> Draft?) -> any Error {
        if let error = cause as? SignInError, error.leadsToSignIn { return error }
        return PageError(cause) { kind in
            var draft = draft(kind)
            if draft?.retry == .list { draft?.mayBeSaved = mayBePerformed(after: cause) }
            return draft
        }
    }

    /// Whether the tasks API may have performed a request although it failed.
    private static func mayBePerformed(after cause: any Error) -> Bool {
        switch cause {
        case let error as TransportError:
            [.timedOut, .broken, .invalidResponse, .responseTooLarge].contains(error.kind)
        case TasksAPIError.unexpectedStatus(let code): code >= 500
        case TasksAPIError.webPage: true
        default: false
        }
    }

    /// - Parameter draft: The draft of the failed form, for the kind of the error.
    init(_ cause: any Error, draft: (Kind) -> Draft? = { _ in nil }) {
        switch cause {
        case let error as PageError:
            let draft = error.draft ?? draft(error.kind)
            self.init(
                error.kind, draft: draft, providerCode: error.providerCode, detail: error.detail,
                retryPath: error.retryPath)
        case let error as SignInError:
            let (kind, providerCode) = Self.kind(of: error)
            self.init(
                kind, draft: draft(kind), providerCode: providerCode, detail: error.reason, retryPath: error.retryPath)
        case let error as TasksAPIError:
            let kind = Self.kind(of: error)
            self.init(kind, draft: draft(kind), detail: error.description)
        case let error as TransportError:
            // The relying party throws other errors, so this is the tasks API's.
            let kind: Kind = error.kind == .timedOut ? .timedOut(.api) : .unavailable(.api)
            self.init(kind, draft: draft(kind), detail: error.description)
        case let error as TaskTextError:
            let kind = Kind.invalidInput(.text(error))
            self.init(kind, draft: draft(kind))
        case let error as InputError:
            let kind = Kind.invalidInput(error)
            self.init(kind, draft: draft(kind))
        default:
            self.init(.internalFault, draft: draft(.internalFault), detail: "\(cause)")
        }
    }

    private static func kind(of error: TasksAPIError) -> Kind {
        switch error {
        case .refusedInput: .invalidInput(.refusedByAPI)
        case .refusedChange: .invalidInput(.changeRefusedByAPI)
        case .refusedList: .listRefused
        case .forbidden: .forbidden
        case .noSuchTask: .noSuchTask
        case .busy(let seconds): .apiBusy(retryAfter: seconds)
        case .suspended(let seconds): .apiBusy(retryAfter: seconds)
        case .unexpectedStatus, .invalidList, .webPage: .unavailable(.api)
        }
    }

    /// The kind of page, and the provider's own code if its response at the redirect URI was an error.
    private static func kind(of error: SignInError) -> (Kind, providerCode: String?) {
        switch error.kind {
        // These lead to a sign-in, never to a page.
        case .notSignedIn, .accessTokenRefused(isRepeated: false): (.internalFault, nil)
        case .accessTokenRefused(isRepeated: true): (.refusedByAPIAgain, nil)
        case .entraVersion1TokenRefused: (.entraVersion1TokenRefused, nil)
        case .crossSiteRequest: (.forged, nil)
        case .unknownSignIn: (.unknownSignIn, nil)
        case .unreadableLink: (.signInFailed(.unreadableLink), nil)
        case .unreadableResponse: (.signInFailed(.unreadableResponse), nil)
        case .unreadableForm: (.notAForm, nil)
        case .foreignIssuer: (.signInFailed(.otherProvider), nil)
        case .unknownHint: (.noSuchPage, nil)
        case .claimMissing(let claim): (.notAdmitted(claim: claim.name, isLeftOut: claim.isLeftOut), nil)
        case .signInLoop: (.signInLoop, nil)
        case .signInLimit: (.signInLimit, nil)
        case .interactionRequiredAgain: (.signInFailed(.interactionRequiredAgain), nil)
        case .tooManySignIns: (.signInFailed(.signInAgain), nil)
        case .refused(let cause): (kind(ofRefusal: cause), cause.providerCode)
        case .provider(let cause): (kind(of: cause), nil)
        case .sessionTooLarge: (.sessionTooLarge, nil)
        case .storeUnavailable(let isSigningIn): (isSigningIn ? .storeUnavailableAtSignIn : .storeUnavailable, nil)
        case .signedOutLocally(let next, let isOnDisk): (.signedOutHereOnly(next: next, isOnDisk: isOnDisk), nil)
        }
    }

    /// The provider did respond to the browser: it is this sign-in that failed.
    private static func kind(ofRefusal error: OpenIDConnectError) -> Kind {
        switch error.kind {
        case .temporarilyUnavailable: .signInFailed(.providerBusy)
        case .configuration(let setting): .signInMisconfigured(setting: setting)
        default: kind(of: error)
        }
    }

    private static func kind(of error: OpenIDConnectError) -> Kind {
        switch error.kind {
        case .unknownState: .unknownSignIn
        case .accessDenied: .refusedAtProvider
        case .refusedByProvider(let code): .signInFailed(reason(code))
        case .cancelled, .cancelledAtSocialProvider, .passwordForgotten: .signInFailed(.notCompleted)
        case .signInAgain: .signInFailed(.signInAgain)
        case .temporarilyUnavailable(let seconds): .providerBusy(retryAfter: seconds)
        // This error leads to a sign-in, never to a page.
        case .interactionRequired: .internalFault
        case .configuration(let setting): .misconfigured(setting: setting)
        case .invalidResponse: .signInFailed(.untrustworthyResponse)
        case .invalidIDToken, .unidentifiedUser, .invalidAccessToken, .invalidLogoutToken: .signInFailed(.unverifiable)
        case .tooLarge(let limit): .signInFailed(.tooLarge(limit: limit))
        case .invalidGrant: .signInFailed(.unknownToProvider)
        case .badTokenResponse: .unusableTokens
        case .providerUnreachable, .invalidProviderResponse, .metadataMismatch: .unavailable(.provider)
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
