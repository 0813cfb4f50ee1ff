extension Catalogue {
    /// The texts of the error pages.
    struct Errors: Sendable {
        let refusedByAPIAgain: Notice
        let stepUpRequiredAgain: Notice
        let entraVersion1TokenRefused: Notice
        let forged: Notice
        let notAForm: Notice
        /// With the `reason`, one of ``Input``.
        let invalidInput: Notice
        let forbidden: Notice
        let noSuchTask: Notice
        let noSuchSession: Notice
        let noSuchPage: Notice
        let sessionTooLarge: Notice
        let providerUnavailable: Notice
        let providerUnavailableAtSignIn: Notice
        let unusableTokens: Notice
        let apiUnavailable: Notice
        let providerTimedOut: Notice
        let providerTimedOutAtSignIn: Notice
        let apiTimedOut: Notice
        let unknownSignIn: Notice
        let unknownSignInCauses: [String]
        let unknownSignInWhileSignedIn: Notice
        let signInLoop: Notice
        let signInLoopCauses: [String]
        let signInLimit: Notice
        /// With the `reason`, one of ``SignIn``.
        let signInFailed: Notice
        let notAdmitted: Notice
        let refusedAtProvider: Notice
        /// With the `claim` that the provider leaves out for its size.
        let claimLeftOut: Notice
        /// With the `setting`.
        let misconfigured: Notice
        let storeUnavailable: Notice
        let signedOutHereOnly: Notice
        /// The same if the ending couldn't be written to disk.
        let signedOutInMemoryOnly: Notice
        let providerBusy: Notice
        let siteBusy: Notice
        let internalFault: Notice
        let wrongMethod: Notice
        let tooLarge: Notice
        let badRequest: Notice
        let serverFault: Notice
    }

    /// The texts that are on every error page.
    struct ErrorPage: Sendable {
        let status: String
        let draftHeading: String
        /// That a task may have been saved although no response confirms it.
        let mayBeSaved: String
        let task: String
        let tryAgain: String
        /// The name of a field with the typed text, if it can only be copied.
        let toCopy: String
        let reference: String

        let toSignIn: String
        let toTasks: String
        let toStart: String
        let toSessions: String
        let toProviderSignOut: String
    }

    /// The heading and the advice of an error page.
    struct Notice: Sendable {
        let heading: String
        let message: Phrase
    }
}
