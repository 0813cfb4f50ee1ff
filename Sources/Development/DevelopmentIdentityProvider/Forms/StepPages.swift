import HTTPTypes
import Hummingbird

/// Shows the forms, each bound to its authorization and to the browser.
struct StepPages: Sendable {
    /// The field and the query parameter that carry the sealed authorization.
    static let field = "transaction"

    let steps: Steps
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
        sealed: String,
        session: ProviderSession?
    ) -> Response {
        let query = "?\(Self.field)=\(sealed)"
        let isSignIn = request.flow == .signIn
        let frame = StepFrame(
            action: ProviderURLs.path(step, of: request.flow),
            cancelURL: ProviderURLs.path(.cancel, of: request.flow) + query,
            passwordResetURL: isSignIn ? ProviderURLs.path(.forgottenPassword, of: request.flow) + query : nil,
            signUpURL: isSignIn ? ProviderURLs.path(.signUp, of: request.flow) + query : nil,
            hiddenFields: [HiddenInput(name: Self.field, value: sealed)], session: session)
        return Response.page(
            steps[step].page(fields, problem: problem, frame: frame),
            status: problem == nil ? .ok : .unprocessableContent)
    }
}

/// All the forms.
struct Steps: Sendable {
    let signIn: SignInStep
    let signUp: SignUpStep
    let facebook: FacebookStep
    let passwordReset: PasswordResetStep
    let editProfile: EditProfileStep

    init(accounts: AccountStore, passwords: PasswordCheck, hasher: PasswordHasher) {
        signIn = SignInStep(passwords: passwords)
        signUp = SignUpStep(accounts: accounts, hasher: hasher, passwords: passwords)
        facebook = FacebookStep(accounts: accounts)
        passwordReset = PasswordResetStep(accounts: accounts, hasher: hasher)
        editProfile = EditProfileStep(accounts: accounts, passwords: passwords)
    }

    subscript(name: StepName) -> any Step {
        switch name {
        case .signIn: signIn
        case .signUp: signUp
        case .facebook: facebook
        case .passwordReset: passwordReset
        case .editProfile: editProfile
        }
    }
}
