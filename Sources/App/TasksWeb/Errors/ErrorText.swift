import HTTPTypes

/// The words of an error page: the fault, and the next step.
struct ErrorText {
    /// The way on.
    struct Action {
        let label: String
        let url: String

        static func signIn(_ words: Catalogue) -> Action { Action(label: words.errorPage.toSignIn, url: SitePath.home) }
        static func tasks(_ words: Catalogue) -> Action { Action(label: words.errorPage.toTasks, url: SitePath.tasks) }
        static func home(_ words: Catalogue) -> Action { Action(label: words.errorPage.toStart, url: SitePath.home) }
    }

    let status: HTTPResponse.Status
    let heading: String
    let message: String
    /// The possible reasons, if the actual one is unknown here.
    let causes: [String]
    private(set) var action: Action

    static func wrongMethod(in words: Catalogue) -> ErrorText {
        ErrorText(.methodNotAllowed, words.errors.wrongMethod, then: .home(words))
    }

    static func tooLarge(in words: Catalogue) -> ErrorText {
        ErrorText(.contentTooLarge, words.errors.tooLarge, then: .tasks(words))
    }

    /// The same as for an unknown sign-in, for a user who is signed in all along.
    static func unknownSignInWhileSignedIn(in words: Catalogue) -> ErrorText {
        ErrorText(.badRequest, words.errors.unknownSignInWhileSignedIn, then: .tasks(words))
    }

    /// The text for an HTTP error of the server itself.
    init(status: HTTPResponse.Status, in words: Catalogue) {
        self.init(status, status.code >= 500 ? words.errors.serverFault : words.errors.badRequest, then: .home(words))
    }

    /// - Parameters:
    ///   - isSignedIn: Whether a user is signed in, and stays so.
    ///   - retryPath: The path that starts the failed sign-in again, if it is known.
    init(_ kind: PageError.Kind, isSignedIn: Bool = true, retryPath: String? = nil, in words: Catalogue) {
        let (signIn, tasks, home) = (Action.signIn(words), Action.tasks(words), Action.home(words))
        switch kind {
        case .refusedByAPIAgain: self.init(.badGateway, words.errors.refusedByAPIAgain, then: home)
        case .entraVersion1TokenRefused:
            self.init(.badGateway, words.errors.entraVersion1TokenRefused, then: home)
        case .forged: self.init(.forbidden, words.errors.forged, then: tasks)
        case .notAForm: self.init(.unsupportedMediaType, words.errors.notAForm, then: tasks)
        case .invalidInput(let fault):
            self.init(
                .unprocessableContent, words.errors.invalidInput,
                words.errors.invalidInput.message(reason: fault.text(in: words)),
                then: tasks)
        case .forbidden: self.init(.forbidden, words.errors.forbidden, then: home)
        case .noSuchTask: self.init(.notFound, words.errors.noSuchTask, then: tasks)
        case .noSuchSession:
            self.init(
                .notFound, words.errors.noSuchSession,
                then: Action(label: words.errorPage.toSessions, url: SitePath.sessions))
        case .noSuchPage: self.init(.notFound, words.errors.noSuchPage, then: home)
        case .sessionTooLarge: self.init(.badGateway, words.errors.sessionTooLarge, then: home)
        case .unusableTokens where isSignedIn: self.init(.badGateway, words.errors.unusableTokens, then: tasks)
        case .unavailable(.provider) where !isSignedIn, .unusableTokens:
            self.init(.badGateway, words.errors.providerUnavailableAtSignIn, then: signIn)
        case .unavailable(.provider): self.init(.badGateway, words.errors.providerUnavailable, then: tasks)
        case .unavailable(.api): self.init(.badGateway, words.errors.apiUnavailable, then: tasks)
        case .listRefused: self.init(.unprocessableContent, words.errors.apiUnavailable, then: home)
        case .apiBusy: self.init(.serviceUnavailable, words.errors.apiUnavailable, then: tasks)
        case .timedOut(.provider) where !isSignedIn:
            self.init(.gatewayTimeout, words.errors.providerTimedOutAtSignIn, then: signIn)
        case .timedOut(.provider): self.init(.gatewayTimeout, words.errors.providerTimedOut, then: tasks)
        case .timedOut(.api): self.init(.gatewayTimeout, words.errors.apiTimedOut, then: tasks)
        case .unknownSignIn:
            self.init(.badRequest, words.errors.unknownSignIn, causes: words.errors.unknownSignInCauses, then: signIn)
        case .signInLoop:
            self.init(.tooManyRequests, words.errors.signInLoop, causes: words.errors.signInLoopCauses, then: home)
        case .signInLimit: self.init(.tooManyRequests, words.errors.signInLimit, then: home)
        case .signInFailed(let failure):
            self.init(
                .badRequest, words.errors.signInFailed,
                words.errors.signInFailed.message(reason: failure.text(in: words)), then: signIn)
        case .notAdmitted(let claim, let isLeftOut):
            let notice = isLeftOut ? words.errors.claimLeftOut : words.errors.notAdmitted
            self.init(.forbidden, notice, notice.message(claim: claim), then: home)
        case .refusedAtProvider: self.init(.forbidden, words.errors.refusedAtProvider, then: home)
        case .misconfigured(let setting):
            self.init(
                .badGateway, words.errors.misconfigured, words.errors.misconfigured.message(setting: setting),
                then: home)
        case .signInMisconfigured(let setting):
            self.init(
                .badRequest, words.errors.misconfigured, words.errors.misconfigured.message(setting: setting),
                then: home)
        case .storeUnavailable: self.init(.serviceUnavailable, words.errors.storeUnavailable, then: tasks)
        case .storeUnavailableAtSignIn: self.init(.serviceUnavailable, words.errors.storeUnavailable, then: signIn)
        case .signedOutHereOnly(let next, let isOnDisk):
            let signOut = next.map { Action(label: words.errorPage.toProviderSignOut, url: $0) }
            let notice = isOnDisk ? words.errors.signedOutHereOnly : words.errors.signedOutInMemoryOnly
            self.init(.serviceUnavailable, notice, then: signOut ?? home)
        case .providerBusy: self.init(.serviceUnavailable, words.errors.providerBusy, then: isSignedIn ? tasks : signIn)
        case .siteBusy: self.init(.serviceUnavailable, words.errors.siteBusy, then: home)
        case .internalFault: self.init(.internalServerError, words.errors.internalFault, then: tasks)
        }
        if let retryPath {
            let label = kind.isAboutAccount ? words.accounts.useAnother : words.errorPage.toSignIn
            action = Action(label: label, url: retryPath)
        }
    }

    private init(
        _ status: HTTPResponse.Status, _ notice: Catalogue.Notice, _ message: String? = nil, causes: [String] = [],
        then action: Action
    ) {
        self.status = status
        heading = notice.heading
        self.message = message ?? notice.message()
        self.causes = causes
        self.action = action
    }
}
