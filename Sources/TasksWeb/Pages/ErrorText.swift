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
    /// What may be the reason, where it can't be told from here.
    var causes: [String] = []
    var action: Action? = .tasks

    static let wrongMethod = ErrorText(
        status: .methodNotAllowed, heading: "That can't be done here", message: "This address does not take this kind of request.",
        action: .home)
    static let tooLarge = ErrorText(
        status: .contentTooLarge, heading: "That was too much", message: "What was sent is larger than 64 KiB. Send less of it.")

    init(status: HTTPResponse.Status, heading: String, message: String, causes: [String] = [], action: Action? = .tasks) {
        self.status = status
        self.heading = heading
        self.message = message
        self.causes = causes
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
                    "The identity provider's answer fits no sign-in that this browser has under way, for one of the reasons below. Sign in again.",
                causes: [
                    "It was begun more than ten minutes ago.",
                    "It has been used already, as when a page is loaded anew or gone back to.",
                    "It was begun in another browser, or in a private window.",
                    "This browser does not send our cookies back: it blocks them, or the site is reached over http in one place and over https in another.",
                ], action: .signIn)
        case .signInLoop:
            self.init(
                status: .tooManyRequests, heading: "Signing in goes round in circles",
                message:
                    "This browser has signed in more than ten times within a minute, so this stops here. Wait a minute, then try once more. If it comes back, the site's operator has to mend one of the things below.",
                causes: [
                    "The clock: this site's clock, or that of one of its machines, is wrong, so that a sign-in is over as soon as it begins.",
                    "The scheme: the site is reached over http but set up for https, or the other way round, so that its cookies don't come back.",
                    "The domain: the site is reached by another name than the one that it is set up for.",
                    "The tasks service: it refuses each sign-in, also a fresh one.",
                ], action: .home)
        case .signInFailed(let message):
            self.init(status: .badRequest, heading: "You are not signed in", message: "\(message) You can try again.", action: .signIn)
        case .misconfigured(let setting), .signInMisconfigured(let setting):
            self.init(
                status: kind == .misconfigured(setting: setting) ? .badGateway : .badRequest, heading: "Sign-in is not set up right",
                message: "The identity provider refuses this site. Its operator has to mend the setting \(setting).", action: .home)
        case .registerAway:
            self.init(
                status: .serviceUnavailable, heading: "Not just now",
                message: "The register of sessions can't be reached. Try again in a moment.")
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

    /// The same for somebody who is signed in all along.
    static let unknownSignInWhileSignedIn = ErrorText(
        status: .badRequest, heading: "This sign-in can't be finished",
        message: "It has been used already, or is too old. You are still signed in, and nothing has changed: go on with your tasks.")
}
