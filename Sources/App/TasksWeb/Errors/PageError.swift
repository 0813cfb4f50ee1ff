import HummingbirdOpenIDConnect
import OpenIDConnect

/// An error with a page that explains it.
///
/// The error is made once, by the part that finds the fault or by the controller that receives another part's error.
struct PageError: Error {
    /// The kind of an error, which decides the page's text and status.
    enum Kind: Sendable, Equatable {
        /// The sign-in, or what it does for this request, failed.
        case signIn(SignInError.Kind)
        /// The input can't be a task, or isn't what the form asks for.
        case invalidInput(InputError)
        /// The API doesn't allow it to this user.
        case forbidden
        /// There is no such task, or none of this user's.
        case noSuchTask
        /// There is no such session, or none of this user's.
        case noSuchSession
        case noSuchPage
        /// The API sent no response, or an invalid one.
        case apiUnavailable
        /// The API took too long.
        case apiTimedOut
        /// The site works on too many requests, and may have room after so many seconds.
        case siteBusy(retryAfter: Int)
        /// The API says that it is too busy, or has timed out so often that it isn't called; if known, for so many
        /// seconds.
        case apiBusy(retryAfter: Int?)
        /// The API refuses to list the tasks.
        case listRefused
        /// Another part of the server failed.
        case internalFault
    }

    let kind: Kind
    /// The draft of the failed form.
    let draft: Draft?
    /// For the log alone.
    let detail: String?
    /// The path that starts the failed sign-in again, if it is known.
    let retryPath: String?

    init(
        _ kind: Kind, draft: Draft? = nil, detail: String? = nil, retryPath: String? = nil
    ) {
        self.kind = kind
        self.retryPath = retryPath
        self.draft = draft
        self.detail = detail
    }
}

extension PageError {
    /// The provider's error, if it is the reason.
    var provider: OpenIDConnectError? {
        switch kind {
        case .signIn(.provider(let error)), .signIn(.refused(let error)): error
        default: nil
        }
    }

    var isUnknownSignIn: Bool { kind == .signIn(.unknownSignIn) || provider?.kind == .unknownState }
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
