import HTTPTypes
import HummingbirdOpenIDConnect

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
        let (tasks, home) = (Action.tasks(words), Action.home(words))
        switch kind {
        case .signIn(let kind): self.init(kind, isSignedIn: isSignedIn, in: words)
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
        case .apiUnavailable: self.init(.badGateway, words.errors.apiUnavailable, then: tasks)
        case .apiTimedOut: self.init(.gatewayTimeout, words.errors.apiTimedOut, then: tasks)
        case .listRefused: self.init(.unprocessableContent, words.errors.apiUnavailable, then: home)
        case .apiBusy: self.init(.serviceUnavailable, words.errors.apiUnavailable, then: tasks)
        case .siteBusy: self.init(.serviceUnavailable, words.errors.siteBusy, then: home)
        case .internalFault: self.init(.internalServerError, words.errors.internalFault, then: tasks)
        }
        if let retryPath {
            let isAboutAccount = if case .signIn(let kind) = kind { SignInError(kind).isAboutAccount } else { false }
            let label = isAboutAccount ? words.accounts.useAnother : words.errorPage.toSignIn
            action = Action(label: label, url: retryPath)
        }
    }

    init(
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
