import HTTPTypes
import Hummingbird

/// Shows, takes and leaves the forms.
struct StepController: Sendable {
    let pages: StepPages
    let sessions: ProviderSessionStore
    let completion: SignInCompletion
    let responses: AuthorizationResponses
    let time: @Sendable () -> Int

    func show(_ request: Request, _ flow: UserFlow, _ name: String?) async throws -> Response {
        let step = try step(name, of: flow)
        let (authorization, sealed, _) = try await open(request, flow)
        return pages.show(
            step, StepFields(email: authorization.loginHint ?? ""), for: authorization, sealed: sealed,
            session: try await session(request, authorization))
    }

    func submit(_ request: Request, _ flow: UserFlow, _ name: String?) async throws -> Response {
        let step = try step(name, of: flow)
        let (authorization, sealed, parameters) = try await open(request, flow)
        let session = try await session(request, authorization)
        let fields = StepFields(parameters)
        switch try await pages[step].submit(fields, session: session) {
        case .signedIn(let account): return try await completion.signIn(account, for: authorization, from: request)
        case .stillSignedIn(let session): return try await completion.goOn(session, for: authorization)
        case .refused(let problem):
            return pages.show(step, fields, problem: problem, for: authorization, sealed: sealed, session: session)
        }
    }

    func leave(_ request: Request, _ flow: UserFlow, _ leaving: FormExit) async throws -> Response {
        let (authorization, _, _) = try await open(request, flow)
        return try responses.error(leaving.error, to: authorization.target)
    }

    private func step(_ name: String?, of flow: UserFlow) throws -> StepName {
        guard let step = name.flatMap(StepName.init), flow.steps.contains(step) else { throw HTTPError(.notFound) }
        return step
    }

    private func open(_ request: Request, _ flow: UserFlow) async throws -> (
        PendingAuthorization, sealed: String, Parameters
    ) {
        let parameters = try await Parameters(request)
        guard let sealed = parameters[StepPages.field],
            let authorization = pages.seal.open(sealed, from: ProviderCookie.browser.token(in: request)),
            authorization.flow == flow
        else { throw ProviderPageError.staleForm }
        return (authorization, sealed, parameters)
    }

    private func session(_ request: Request, _ authorization: PendingAuthorization) async throws -> ProviderSession? {
        guard let session = try await sessions.find(ProviderCookie.session.token(in: request)),
            authorization.accepts(session, at: time())
        else { return nil }
        return session
    }
}

extension FormExit {
    /// The error that the client gets.
    fileprivate var error: OAuthError {
        switch self {
        case .cancel: .cancelled
        case .forgottenPassword: .passwordForgotten
        }
    }
}
