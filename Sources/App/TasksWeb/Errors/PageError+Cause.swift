import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect
import TaskCore

/// The page's error for other parts' errors.
extension PageError {
    /// The error as the page of a form says it, unless the form is stored for after another sign-in.
    static func ofForm(_ cause: any Error, draft: (Kind) -> Draft?) -> any Error {
        if let error = cause as? SignInError, error.storesForm { return error }
        return PageError(cause) { kind in
            var draft = draft(kind)
            if draft?.retry == .list { draft?.mayBeSaved = mayBePerformed(after: cause) }
            return draft
        }
    }

    /// The error for a form of no page of this session, or for one that can't be stored, with the typed text.
    ///
    /// - Parameter form: The form, if its text may be shown.
    @Sendable static func refusal(of error: SignInError, _ form: FormBody?, _ request: Request) -> any Error {
        PageError(error) { kind in
            switch kind {
            case .signIn(.crossSiteRequest): form.map { Draft($0, sentTo: request.uri.path) }
            case .signIn(.storeUnavailable): Draft(text: form?[single: "task"])
            default: nil
            }
        }
    }

    /// Whether the tasks API may have performed a request although it failed.
    private static func mayBePerformed(after cause: any Error) -> Bool {
        switch cause {
        case let error as TransportError:
            [.timedOut, .broken, .invalidResponse, .responseTooLarge].contains(error.kind)
        case TasksAPIError.unexpectedStatus(let code): code >= 500
        case TasksAPIError.webPage: true
        default: false
        }
    }

    /// - Parameter draft: The draft of the failed form, for the kind of the error.
    init(_ cause: any Error, draft: (Kind) -> Draft? = { _ in nil }) {
        switch cause {
        case let error as PageError:
            let draft = error.draft ?? draft(error.kind)
            self.init(error.kind, draft: draft, detail: error.detail, retryPath: error.retryPath)
        case let error as SignInError:
            let kind = Kind.signIn(error.kind)
            self.init(kind, draft: draft(kind), detail: error.reason, retryPath: error.retryPath)
        case let error as TasksAPIError:
            let kind = Self.kind(of: error)
            self.init(kind, draft: draft(kind), detail: error.description)
        case let error as TransportError:
            // The relying party throws other errors, so this is the tasks API's.
            let kind: Kind = error.kind == .timedOut ? .apiTimedOut : .apiUnavailable
            self.init(kind, draft: draft(kind), detail: error.description)
        case let error as TaskTextError:
            let kind = Kind.invalidInput(.text(error))
            self.init(kind, draft: draft(kind))
        case let error as InputError:
            let kind = Kind.invalidInput(error)
            self.init(kind, draft: draft(kind))
        default:
            self.init(.internalFault, draft: draft(.internalFault), detail: "\(cause)")
        }
    }

    private static func kind(of error: TasksAPIError) -> Kind {
        switch error {
        case .refusedInput: .invalidInput(.refusedByAPI)
        case .refusedChange: .invalidInput(.changeRefusedByAPI)
        case .refusedList: .listRefused
        case .forbidden: .forbidden
        case .noSuchTask: .noSuchTask
        case .busy(let seconds): .apiBusy(retryAfter: seconds)
        case .suspended(let seconds): .apiBusy(retryAfter: seconds)
        case .unexpectedStatus, .invalidList, .endlessList, .webPage: .apiUnavailable
        }
    }
}

extension Draft {
    /// The fields of a refused form, to be sent to the same route once more, if that is one of the tasks page's.
    fileprivate init(_ form: FormBody, sentTo path: String) {
        self.init(
            text: form[single: "task"], completed: form[single: "completed"].flatMap { Bool($0) },
            retry: TaskRoute(path: path))
    }
}
