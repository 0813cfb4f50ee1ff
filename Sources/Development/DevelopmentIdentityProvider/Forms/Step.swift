/// A form: its page and its action.
protocol Step: Sendable {
    func page(_ form: StepForm) -> any ProviderPage
    func submit(_ fields: StepFields, session: ProviderSession?) async throws -> StepOutcome
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

/// A form as its page shows it.
struct StepForm: Sendable {
    let action: String
    let cancelURL: String
    /// Only if the flow has such a way.
    let passwordResetURL: String?
    /// Only if the flow has such a way.
    let signUpURL: String?
    let hiddenFields: [HiddenInput]
    /// The browser's session, if it meets the request's conditions.
    let session: ProviderSession?
    let fields: StepFields
    /// Why the form was refused, if it was.
    let problem: StepRefusal?

    /// The first field that was refused, which gets the focus.
    var refusedField: StepField? { problem?.fields.first }

    /// Whether the form was refused because of this field.
    func isRefused(_ field: StepField) -> Bool { problem?.fields.contains(field) == true }
}

enum StepOutcome: Sendable {
    /// The user has signed in.
    case signedIn(Account)
    /// The user was signed in already.
    case stillSignedIn(ProviderSession)
    /// The form is shown again, with the reason.
    case refused(StepRefusal)
}
