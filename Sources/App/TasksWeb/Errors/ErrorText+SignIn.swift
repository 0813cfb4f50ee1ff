import HTTPTypes
import HummingbirdOpenIDConnect
import OpenIDConnect

extension ErrorText {
    /// The text for an error of the sign-in.
    ///
    /// - Parameter isSignedIn: Whether a user is signed in, and stays so.
    init(_ kind: SignInError.Kind, isSignedIn: Bool, in words: Catalogue) {
        let (signIn, tasks, home) = (Action.signIn(words), Action.tasks(words), Action.home(words))
        switch kind {
        // These lead to a sign-in, never to a page.
        case .notSignedIn, .accessTokenRefused(isRepeated: false), .stepUpRequired:
            self.init(.internalServerError, words.errors.internalFault, then: tasks)
        case .accessTokenRefused(isRepeated: true): self.init(.badGateway, words.errors.refusedByAPIAgain, then: home)
        case .stepUpRequiredAgain: self.init(.forbidden, words.errors.stepUpRequiredAgain, then: tasks)
        case .providerSessionExpired: self.init(failed: words.signIn.providerSessionExpired, in: words)
        case .entraVersion1TokenRefused: self.init(.badGateway, words.errors.entraVersion1TokenRefused, then: home)
        case .crossSiteRequest: self.init(.forbidden, words.errors.forged, then: tasks)
        case .unreadableForm: self.init(.unsupportedMediaType, words.errors.notAForm, then: tasks)
        case .unknownHint: self.init(.notFound, words.errors.noSuchPage, then: home)
        case .unknownSignIn: self.init(unknownSignInIn: words)
        case .unreadableLink: self.init(failed: words.signIn.unreadableLink, in: words)
        case .unreadableResponse: self.init(failed: words.signIn.unreadableResponse, in: words)
        case .foreignIssuer: self.init(failed: words.signIn.otherProvider, in: words)
        case .interactionRequiredAgain: self.init(failed: words.signIn.interactionRequiredAgain, in: words)
        case .tooManySignIns: self.init(failed: words.signIn.signInAgain, in: words)
        case .claimMissing(let claim):
            let notice = claim.isLeftOut ? words.errors.claimLeftOut : words.errors.notAdmitted
            self.init(.forbidden, notice, notice.message(claim: claim.name), then: home)
        case .signInLoop:
            self.init(.tooManyRequests, words.errors.signInLoop, causes: words.errors.signInLoopCauses, then: home)
        case .signInLimit: self.init(.tooManyRequests, words.errors.signInLimit, then: home)
        case .sessionTooLarge: self.init(.badGateway, words.errors.sessionTooLarge, then: home)
        case .storeUnavailable(let isSigningIn):
            self.init(.serviceUnavailable, words.errors.storeUnavailable, then: isSigningIn ? signIn : tasks)
        case .signedOutLocally(let next, let isOnDisk):
            let signOut = next.map { Action(label: words.errorPage.toProviderSignOut, url: $0) }
            let notice = isOnDisk ? words.errors.signedOutHereOnly : words.errors.signedOutInMemoryOnly
            self.init(.serviceUnavailable, notice, then: signOut ?? home)
        case .provider(let error): self.init(error, isRefusal: false, isSignedIn: isSignedIn, in: words)
        case .refused(let error): self.init(error, isRefusal: true, isSignedIn: isSignedIn, in: words)
        }
    }

    /// The text for an error of the provider.
    ///
    /// - Parameter isRefusal: Whether the provider responded to the browser with it, so that it is this sign-in that
    ///   failed.
    private init(_ error: OpenIDConnectError, isRefusal: Bool, isSignedIn: Bool, in words: Catalogue) {
        let (signIn, tasks, home) = (Action.signIn(words), Action.tasks(words), Action.home(words))
        switch error.kind {
        case .unknownState: self.init(unknownSignInIn: words)
        case .accessDenied: self.init(.forbidden, words.errors.refusedAtProvider, then: home)
        case .refusedByProvider(code: "AADB2C90111"), .refusedByProvider(code: "AADB2C90114"),
            .refusedByProvider(code: "AADSTS50053"):
            self.init(failed: words.signIn.accountLocked, in: words)
        case .refusedByProvider(let code): self.init(failed: words.signIn.refused(code: code), in: words)
        case .cancelled, .cancelledAtSocialProvider, .passwordForgotten:
            self.init(failed: words.signIn.notCompleted, in: words)
        case .signInAgain: self.init(failed: words.signIn.signInAgain, in: words)
        case .invalidResponse: self.init(failed: words.signIn.untrustworthyResponse, in: words)
        case .insufficientAuthentication: self.init(failed: words.signIn.insufficientAuthentication, in: words)
        case .invalidIDToken, .unidentifiedUser, .invalidAccessToken, .invalidLogoutToken:
            self.init(failed: words.signIn.unverifiable, in: words)
        case .tooLarge(let limit): self.init(failed: words.signIn.tooLarge(limit: "\(limit)"), in: words)
        case .invalidGrant: self.init(failed: words.signIn.unknownToProvider, in: words)
        case .temporarilyUnavailable where isRefusal: self.init(failed: words.signIn.providerBusy, in: words)
        case .temporarilyUnavailable:
            self.init(.serviceUnavailable, words.errors.providerBusy, then: isSignedIn ? tasks : signIn)
        // This error leads to a sign-in, never to a page.
        case .interactionRequired: self.init(.internalServerError, words.errors.internalFault, then: tasks)
        case .configuration(let fault):
            let setting = fault.setting(in: error.settingsEntry)
            self.init(
                isRefusal ? .badRequest : .badGateway, words.errors.misconfigured,
                words.errors.misconfigured.message(setting: setting), then: home)
        case .badTokenResponse where isSignedIn: self.init(.badGateway, words.errors.unusableTokens, then: tasks)
        case .providerUnreachable where isSignedIn, .invalidProviderResponse where isSignedIn,
            .metadataMismatch where isSignedIn:
            self.init(.badGateway, words.errors.providerUnavailable, then: tasks)
        case .badTokenResponse, .providerUnreachable, .invalidProviderResponse, .metadataMismatch:
            self.init(.badGateway, words.errors.providerUnavailableAtSignIn, then: signIn)
        case .providerTimedOut where isSignedIn: self.init(.gatewayTimeout, words.errors.providerTimedOut, then: tasks)
        case .providerTimedOut: self.init(.gatewayTimeout, words.errors.providerTimedOutAtSignIn, then: signIn)
        }
    }

    /// A sign-in that did not succeed, for a reason, and can be tried again.
    private init(failed reason: String, in words: Catalogue) {
        let notice = words.errors.signInFailed
        self.init(.badRequest, notice, notice.message(reason: reason), then: .signIn(words))
    }

    private init(unknownSignInIn words: Catalogue) {
        self.init(
            .badRequest, words.errors.unknownSignIn, causes: words.errors.unknownSignInCauses, then: .signIn(words))
    }
}
