public import OpenIDConnect

/// Why no user is signed in, or why a sign-in or sign-out failed.
///
/// ``SignInMiddleware`` turns it into a redirect, the application's page (``SignInHooks/errorPage``), one line of text,
/// or a problem in JSON.
public struct SignInError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A kind of error.
    ///
    /// More cases may come in a minor version: switch with a `default`.
    public enum Kind: Sendable, Equatable {
        /// No user is signed in: 303 to sign-in for a navigation, which then returns; else 401.
        case notSignedIn
        /// The API refused the access token.
        ///
        /// The session has ended, and the response is that to ``notSignedIn``. If the same refusal was the reason for
        /// this sign-in, the response is 502, and the session stays.
        case accessTokenRefused(isRepeated: Bool)
        /// The API refused the access token of a new sign-in, too, which is one of Microsoft Entra's version 1: 502.
        ///
        /// `requestedAccessTokenVersion` of the API's registration has to be 2. The session stays.
        case entraVersion1TokenRefused
        /// An API or a route requires a stronger or fresher sign-in (RFC 9470): a navigation is sent to the authority
        /// for it, and then returns; else 401. The session stays.
        case stepUpRequired(StepUpChallenge)
        /// The same is required again right after a sign-in for it: 403. The session stays.
        case stepUpRequiredAgain
        /// A request that may change something was not made by a page of this site: 403.
        case crossSiteRequest
        /// The authorization response belongs to no sign-in under way in this browser: unknown, used before, another
        /// browser's or another authority's, or expired. 400.
        case unknownSignIn
        /// The link to the sign-in can't be read: 400.
        case unreadableLink
        /// The authorization response can't be read: 400.
        case unreadableResponse
        /// A posted body is not a form: 415.
        case unreadableForm
        /// Another site requests a sign-in at an issuer that isn't the authority's (OpenID Connect Core, section 4):
        /// 400.
        case foreignIssuer
        /// A link to the sign-in has a `hint` that is none of the authority's: 404.
        case unknownHint
        /// The ID token lacks a claim that is required of users: 403.
        ///
        /// ``SignInError/retryPath`` lets the user choose another account.
        case claimMissing(MissingClaim)
        /// This browser completes one sign-in after the other: 429.
        case signInLoop
        /// The authority says that its session, and with it the user's, is over, or will be within half a minute
        /// (`session_expiry`): 400.
        case providerSessionExpired
        /// The user has started as many sessions as may start within a day: 429.
        case signInLimit
        /// The authority requires interaction with the user again, right after it had the chance for it: 400.
        case interactionRequiredAgain
        /// The user has just started other sign-ins, which this one would push out: 400.
        case tooManySignIns
        /// The authority responded to the browser with an error: 400, or 403 if it denied access.
        ///
        /// With 403 ``SignInError/retryPath`` lets the user choose another account.
        case refused(OpenIDConnectError)
        /// The authority refused a request, sent an invalid response, or can't be reached: 400, 502, 503 or 504.
        ///
        /// If it requires interaction with the user, a navigation is sent to an authorization request.
        case provider(OpenIDConnectError)
        /// The session doesn't fit into the 11 KiB of its cookies, or a started sign-in into the 4,000 bytes of its
        /// cookie: 502.
        case sessionTooLarge
        /// The store of sessions can't be reached: 503.
        ///
        /// `isSigningIn` says whether a user without a session signs in.
        case storeUnavailable(isSigningIn: Bool)
        /// The user is signed out in this process, and copies of the cookie are refused everywhere once the store can
        /// be reached: 503.
        ///
        /// `next` is the address of the sign-out at the authority. `isOnDisk` says whether the sign-out outlives the
        /// process.
        case signedOutLocally(next: String?, isOnDisk: Bool)
    }

    /// The kind of error.
    public let kind: Kind
    /// The path that starts the failed sign-in again; `nil` if the sign-in isn't known.
    ///
    /// The new sign-in leads to the page that the failed one should have led to.
    public internal(set) var retryPath: String?
    /// The description for the log, without tokens, codes and secrets.
    public let reason: String?

    /// The reason, or else the kind.
    public var description: String { reason ?? "\(kind)" }

    /// An error with the reason that is logged; without one the kind's own.
    public init(_ kind: Kind, reason: String? = nil) {
        self.kind = kind
        switch kind {
        case .refused(let error), .provider(let error): self.reason = reason ?? error.description
        case .claimMissing(let claim):
            let why = claim.isLeftOut ? "the authority left out" : "the ID token has no required value of"
            self.reason = "\(why) the claim \(claim.name)"
        default: self.reason = reason
        }
    }

    /// Whether the response to a navigation is a redirect towards sign-in, not a page.
    public var leadsToSignIn: Bool {
        switch kind {
        case .notSignedIn, .accessTokenRefused(isRepeated: false), .stepUpRequired: true
        case .provider(let error): error.isInteractionRequired
        default: false
        }
    }
}

extension SignInError {
    /// Whether a form that met the error can be done after another sign-in, so that it is stored until then.
    public var storesForm: Bool { leadsToSignIn || kind == .stepUpRequiredAgain }

    /// Whether another account may be let in although this one wasn't.
    public var isAboutAccount: Bool {
        if case .claimMissing = kind { true } else { provider?.kind == .accessDenied }
    }

    /// The authority's error, if it is the reason.
    var provider: OpenIDConnectError? {
        switch kind {
        case .provider(let error), .refused(let error): error
        default: nil
        }
    }
}

extension OpenIDConnectError {
    var isInteractionRequired: Bool {
        if case .interactionRequired = kind { true } else { false }
    }
}
