/// An error with a page that explains it.
///
/// The error is made once, by the part that finds the fault or by the controller that receives another part's error.
struct PageError: Error {
    /// The kind of an error, which decides the page's text and status.
    enum Kind: Sendable, Equatable {
        /// The API refused the token of a sign-in that was made because it had refused the one before.
        case refusedByAPIAgain
        /// The same, and the token is one of Microsoft Entra's version 1, which is why.
        case entraVersion1TokenRefused
        /// The form did not come from a page of this session.
        case forged
        /// The body is no form.
        case notAForm
        /// The input can't be a task, or isn't what the form requires.
        case invalidInput(InputError)
        /// The API doesn't allow it to this user.
        case forbidden
        /// There is no such task, or none of this user's.
        case noSuchTask
        /// There is no such session, or none of this user's.
        case noSuchSession
        case noSuchPage
        /// The session is larger than cookies may be.
        case sessionTooLarge
        /// A service sent no response, or an invalid one.
        case unavailable(Service)
        /// The provider's token response is invalid, perhaps because the grant is of no use any more.
        case unusableTokens
        /// A service took too long.
        case timedOut(Service)
        /// The response at the redirect URI belongs to no pending sign-in of this browser.
        case unknownSignIn
        /// This browser ends one sign-in after the other.
        case signInLoop
        /// The user has signed in too often within a day.
        case signInLimit
        /// The sign-in did not succeed.
        case signInFailed(SignInFailure)
        /// The account lacks the value of a claim that the site requires.
        ///
        /// `isLeftOut` says that the provider leaves the claim out for its size.
        case notAdmitted(claim: String, isLeftOut: Bool)
        /// The provider refused the user in its own words, or the user cancelled there.
        case refusedAtProvider
        /// The provider refuses the app's requests until a setting is fixed.
        case misconfigured(setting: String)
        /// The provider's response at the redirect URI says that a setting is wrong.
        case signInMisconfigured(setting: String)
        /// The store of sessions can't be reached.
        case storeUnavailable
        /// The store of sessions can't be reached at the end of a sign-in, which has to be started again.
        case storeUnavailableAtSignIn
        /// The session has ended in this process, and the unreachable store will have its end later.
        ///
        /// `next` is the provider's sign-out; `isOnDisk` says whether the ending survives a restart.
        case signedOutHereOnly(next: String?, isOnDisk: Bool)
        /// The site works on too many requests, and may have room after so many seconds.
        case siteBusy(retryAfter: Int)
        /// The API says that it is too busy, or has timed out so often that it isn't called; if known, for so many
        /// seconds.
        case apiBusy(retryAfter: Int?)
        /// The API refuses to list the tasks.
        case listRefused
        /// The provider is busy for about so many seconds.
        case providerBusy(retryAfter: Int)
        /// Another part of the server failed.
        case internalFault

        /// Whether another account may be let in although this one wasn't.
        var isAboutAccount: Bool {
            switch self {
            case .notAdmitted, .refusedAtProvider: true
            default: false
            }
        }
    }

    /// The services that the site depends on.
    enum Service: Sendable {
        case provider
        case api
    }

    let kind: Kind
    /// The draft of the failed form.
    let draft: Draft?
    /// The provider's own code, which the page shows.
    let providerCode: String?
    /// For the log alone.
    let detail: String?
    /// The path that starts the failed sign-in again, if it is known.
    let retryPath: String?

    init(
        _ kind: Kind, draft: Draft? = nil, providerCode: String? = nil, detail: String? = nil, retryPath: String? = nil
    ) {
        self.kind = kind
        self.retryPath = retryPath
        self.draft = draft
        self.providerCode = providerCode
        self.detail = detail
    }
}

/// The fields of a failed form.
///
/// The error page shows them, so that the form can be sent once more.
struct Draft: Sendable, Equatable {
    /// The typed text.
    var text: String?
    /// Whether the form has it as done.
    var completed: Bool?
    /// The route that the text may be sent to once more.
    var retry: TaskRoute?
    /// The route that deletes the task whose text was emptied.
    var removal: TaskRoute?
    /// Whether it may have become a task nevertheless.
    var mayBeSaved = false
}
