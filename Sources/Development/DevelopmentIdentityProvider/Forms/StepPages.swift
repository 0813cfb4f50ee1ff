import HTTPTypes
import Hummingbird

/// Shows the forms, each bound to its authorization and to the browser.
struct StepPages: Sendable {
    /// The field and the query parameter that carry the sealed authorization.
    static let field = "transaction"

    let accounts: AccountStore
    let seal: TransactionSeal

    /// The first form of a flow, with the address that the client hinted at.
    func begin(_ request: PendingAuthorization, session: ProviderSession?, from browser: Request) throws -> Response {
        let known = ProviderCookie.browser.token(in: browser)
        let token = known ?? OpaqueToken()
        let fields = StepFields(email: request.loginHint ?? "")
        let step = request.flow.firstStep
        var response = show(step, fields, for: request, sealed: try seal.seal(request, for: token), session: session)
        if known == nil { ProviderCookie.browser.set(token, in: &response) }
        return response
    }

    func show(
        _ step: StepName, _ fields: StepFields, problem: StepRefusal? = nil, for request: PendingAuthorization,
        sealed: String, session: ProviderSession?
    ) -> Response {
        let query = "?\(Self.field)=\(sealed)"
        let isSignIn = request.flow == .signIn
        let form = StepForm(
            action: ProviderURLs.path(step, of: request.flow),
            cancelURL: ProviderURLs.path(.cancel, of: request.flow) + query,
            passwordResetURL: isSignIn ? ProviderURLs.path(.forgottenPassword, of: request.flow) + query : nil,
            signUpURL: isSignIn ? ProviderURLs.path(.signUp, of: request.flow) + query : nil,
            hiddenFields: [HiddenInput(name: Self.field, value: sealed)], session: session, fields: fields,
            problem: problem)
        return Response.page(self[step].page(form), status: problem == nil ? .ok : .unprocessableContent)
    }

    /// The form of that name.
    subscript(name: StepName) -> any Step {
        switch name {
        case .signIn: SignInStep(accounts: accounts)
        case .signUp: SignUpStep(accounts: accounts)
        case .facebook: FacebookStep(accounts: accounts)
        case .passwordReset: PasswordResetStep(accounts: accounts)
        case .editProfile: EditProfileStep(accounts: accounts)
        }
    }
}
