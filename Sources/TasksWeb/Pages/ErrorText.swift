import HTTPTypes

/// What an error page says: what happened, and what to do.
struct ErrorText {
    /// The way on.
    struct Action {
        let label: String
        let url: String

        static let signIn = Action(label: "Try to sign in again", url: SitePath.home)
        static let tasks = Action(label: "Back to your tasks", url: SitePath.tasks)
        static let home = Action(label: "To the start page", url: SitePath.home)
    }

    let status: HTTPResponse.Status
    let heading: String
    let message: String
    var action: Action? = .tasks

    static let wrongMethod = ErrorText(
        status: .methodNotAllowed, heading: "That can't be done here", message: "This address does not take this kind of request.",
        action: .home)
    static let tooLarge = ErrorText(
        status: .contentTooLarge, heading: "That was too much", message: "What was sent is larger than 64 KiB. Send less of it.")

    init(status: HTTPResponse.Status, heading: String, message: String, action: Action? = .tasks) {
        self.status = status
        self.heading = heading
        self.message = message
        self.action = action
    }

    /// What the server's own parts refused.
    init(status: HTTPResponse.Status) {
        let isOurs = status.code >= 500
        self.init(
            status: status, heading: isOurs ? "Something went wrong here" : "That request can't be served",
            message: isOurs ? "The fault is ours. Try again in a moment." : "Go back, reload the page and try again.", action: .home)
    }

    init(_ kind: PageError.Kind) {
        switch kind {
        case .notSignedIn, .refusedByAPI:
            self.init(
                status: .unauthorized, heading: "Sign in first", message: "This page is for people who are signed in.", action: .signIn)
        case .refusedByAPIAgain:
            self.init(
                status: .badGateway, heading: "The tasks service does not let you in",
                message:
                    "You are signed in, but the tasks service refuses your sign-in, also a fresh one. Its operator has to look into this.",
                action: .home)
        case .forged:
            self.init(
                status: .forbidden, heading: "This form is out of date",
                message: "It does not belong to the session you are in now, so nothing was changed. Reload the page and try again.")
        case .notAForm:
            self.init(
                status: .unsupportedMediaType, heading: "That was not a form",
                message: "What was sent can't be read as a form. Reload the page and try again.")
        case .invalidInput(let message):
            self.init(status: .unprocessableContent, heading: "That can't be saved", message: message)
        case .forbidden:
            self.init(
                status: .forbidden, heading: "You may not do this",
                message: "The tasks service does not allow you this. Ask whoever runs it for access.", action: .home)
        case .noSuchTask:
            self.init(
                status: .notFound, heading: "This task is gone", message: "It may have been deleted in another window or on another device."
            )
        case .noSuchSession:
            self.init(
                status: .notFound, heading: "This session is over", message: "It has ended already, or it is not one of yours.",
                action: Action(label: "To your sessions", url: SitePath.sessions))
        case .noSuchPage:
            self.init(
                status: .notFound, heading: "No such page", message: "There is nothing at this address. Check it, or start over.",
                action: .home)
        case .sessionTooLarge:
            self.init(
                status: .badGateway, heading: "Your sign-in is too large",
                message: "The identity provider sends more about you than a browser's cookies can hold. Its operator has to send less.",
                action: .home)
        case .unavailable(let service):
            self.init(
                status: .badGateway, heading: "\(service.rawValue) is not available",
                message: "\(service.rawValue) can't be reached or gives no sensible answer. You stay signed in; try again in a moment.")
        case .timedOut(let service):
            self.init(
                status: .gatewayTimeout, heading: "\(service.rawValue) takes too long",
                message: "\(service.rawValue) did not answer in time. You stay signed in; try again in a moment.")
        case .unknownSignIn:
            self.init(
                status: .badRequest, heading: "This sign-in can't be finished",
                message:
                    "It was begun too long ago, in another browser, or has been used already; or this browser does not keep our cookies. Sign in again.",
                action: .signIn)
        case .signInFailed(let message):
            self.init(status: .badRequest, heading: "You are not signed in", message: "\(message) You can try again.", action: .signIn)
        case .misconfigured(let setting), .signInMisconfigured(let setting):
            self.init(
                status: kind == .misconfigured(setting: setting) ? .badGateway : .badRequest, heading: "Sign-in is not set up right",
                message: "The identity provider refuses this site. Its operator has to mend the setting \(setting).", action: .home)
        case .registerAway:
            self.init(
                status: .serviceUnavailable, heading: "Not just now",
                message: "The register of sessions can't be reached. Nothing is lost; try again in a moment.")
        case .signedOutHereOnly(let next):
            self.init(
                status: .serviceUnavailable, heading: "You are signed out in this browser",
                message:
                    "The register of sessions can't be reached, so a copy of your session's cookie, if there is one, can't be refused everywhere yet. It will be, by itself, seconds after the register is back.",
                action: next.map { Action(label: "Sign out at the identity provider too", url: $0) } ?? .home)
        case .providerBusy:
            self.init(
                status: .serviceUnavailable, heading: "The identity provider is busy", message: "Try again in a few minutes.",
                action: .signIn)
        case .internalFault:
            self.init(
                status: .internalServerError, heading: "Something went wrong here",
                message: "The fault is ours. Try again in a moment; if it stays, tell us the reference below.")
        }
    }
}
