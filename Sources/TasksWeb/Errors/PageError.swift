/// What went wrong, for the page that says so; only the error pages turn it into HTTP.
struct PageError: Error {
    /// What went wrong.
    enum Kind: Sendable, Equatable {
        /// Nobody is signed in, or no longer: sign in, then come back.
        case notSignedIn
        /// The API refused the token: sign in again, then come back.
        case refusedByAPI
        /// The API refused the token of a sign-in that was made because it had refused the one before.
        case refusedByAPIAgain
        /// The provider wants the user back for this before it issues further tokens.
        case interactionRequired(Interaction)
        /// The form did not come from a page of this session.
        case forged
        /// The body is no form.
        case notAForm
        /// What was typed can't be a task, or isn't what the form asks for.
        case invalidInput(InputError)
        /// The API allows this person no such thing.
        case forbidden
        /// There is no such task, or none of this person's.
        case noSuchTask
        /// There is no such session, or none of this person's.
        case noSuchSession
        /// There is no such page.
        case noSuchPage
        /// The session is larger than cookies may be.
        case sessionTooLarge
        /// A service that is needed answered nonsense or not at all.
        case unavailable(Service)
        /// A service that is needed took too long.
        case timedOut(Service)
        /// The answer at the reply URL belongs to no sign-in under way in this browser.
        case unknownSignIn
        /// This browser ends one sign-in after the other.
        case signInLoop
        /// The sign-in did not succeed.
        case signInFailed(SignInFailure)
        /// The provider can't serve us until a setting is mended.
        case misconfigured(setting: String)
        /// The provider's response at the redirect URI says that a setting is wrong.
        case signInMisconfigured(setting: String)
        /// The register of sessions can't be reached.
        case storeUnavailable
        /// The register of sessions can't be reached at the end of a sign-in, which has to be begun anew.
        case storeUnavailableAtSignIn
        /// The session has ended for this browser, and the register, which can't be reached, will have its end later;
        /// the way on is the provider's.
        ///
        /// `isOnDisk`: whether that outlives this process.
        case signedOutHereOnly(next: String?, isOnDisk: Bool)
        /// The API says that it can't serve us just now.
        case apiBusy
        /// The provider is busy for about so many seconds.
        case providerBusy(retryAfter: Int)
        /// Another part of the server failed.
        case internalFault

        /// Whether the response is the way to sign in, not a page that says so.
        var leadsToSignIn: Bool {
            switch self {
            case .notSignedIn, .refusedByAPI, .interactionRequired: true
            default: false
            }
        }
    }

    /// The services that the site depends on.
    enum Service: Sendable {
        /// The identity provider.
        case provider
        /// The tasks API.
        case api
    }

    var kind: Kind
    /// What was typed, so that it is not lost.
    var kept: String?
    /// Whether what was typed is done already, where its form said so.
    var keptCompletion: Bool?
    /// Where what was typed may be sent once more.
    var retry: String?
    /// Where a form would delete the task whose text was emptied.
    var removal: String?
    /// Cookies to set with the page, or the redirect, that answers.
    var cookies: [String] = []
    /// Whether the browser is to forget what our pages stored.
    var clearsStorage = false
    /// The provider's own code, which the page shows.
    var providerCode: String?
    /// For the log alone.
    var detail: String?

    init(_ kind: Kind, kept: String? = nil, retry: String? = nil, detail: String? = nil) {
        self.kind = kind
        self.kept = kept
        self.retry = retry
        self.detail = detail
    }
}
