/// What a form needs besides what the person types.
struct StepFrame: Sendable {
    let action: String
    let cancelURL: String
    /// Only where the flow has such a way.
    let passwordResetURL: String?
    /// Only where the flow has such a way.
    let signUpURL: String?
    let hiddenFields: [HiddenField]
    /// The browser's session, where it answers the request's conditions.
    let session: ProviderSession?
}
