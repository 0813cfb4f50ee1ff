/// A form: its page and its action.
protocol Step: Sendable {
    func page(_ fields: StepFields, problem: StepRefusal?, frame: StepFrame) -> any ProviderPage
    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome
}

/// A form of the provider's; the name is the last segment of its path.
enum StepName: String, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case facebook
    case passwordReset = "password-reset"
    case editProfile = "edit-profile"
}

/// The fields of one of the provider's forms, as they were typed.
struct StepFields: Sendable {
    var email = ""
    var password = ""
    var displayName = ""
}

extension StepFields {
    /// Reads the fields that are there.
    init(_ parameters: Parameters) {
        email = parameters["email"] ?? ""
        password = parameters["password"] ?? ""
        displayName = parameters["displayName"] ?? ""
    }
}

/// The values that a form needs in addition to the typed ones.
struct StepFrame: Sendable {
    let action: String
    let cancelURL: String
    /// Only if the flow has such a way.
    let passwordResetURL: String?
    /// Only if the flow has such a way.
    let signUpURL: String?
    let hiddenFields: [HiddenInput]
    /// The browser's session, if it meets the request's conditions.
    let session: ProviderSession?
}

enum StepOutcome: Sendable {
    /// The user has signed in.
    case signedIn(Account)
    /// The user was signed in already.
    case stillSignedIn(ProviderSession)
    /// The form is shown again, with the reason.
    case refused(StepRefusal)
}
