import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import OpenIDConnect

/// Sends a navigation whose refresh needs the user straight to a new authorization request.
///
/// It leads back to the page that was asked for.
///
/// No route accepts the provider's `claims`, because any site could then put its own into a link.
struct InteractionMiddleware: RouterMiddleware {
    let relyingParty: RelyingParty
    let cookies: SignInCookies
    let sizeLimit: CookieSizeLimit
    let origin: String
    let clock: Clock

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as PageError {
            guard case .interactionRequired(let interaction) = error.kind, let session = context.slot.session else {
                throw error
            }
            return try await start(interaction, session, request, context)
        }
    }

    private func start(
        _ interaction: Interaction, _ session: Session, _ request: Request, _ context: WebContext
    ) async throws -> Response {
        guard request.isNavigation else { return .problem(.unauthorized, "Sign in first.") }
        do {
            if session.followsInteraction, clock.now() - session.begun < Interaction.loopWindow {
                throw PageError(.signInFailed(.interactionRequiredAgain))
            }
            let (url, attempt) = try await relyingParty.begin(
                SignInRequest(
                    policy: session.policy, uiLocales: context.locale.uiLocales, prompt: interaction.prompt,
                    claims: interaction.claims))
            let pending = PendingSignIn(
                attempt: attempt, kind: .signIn, returnTo: request.page(of: origin), followsRefusal: false,
                followsInteraction: true)
            let fields = try cookies.setting(pending, over: context.cookies, within: sizeLimit, now: clock.now())
            let foreignStart = ForeignStart(attempts: cookies, limit: sizeLimit, origin: origin, clock: clock)
            guard foreignStart.isAllowed(request, setting: fields, over: context.cookies) else {
                throw PageError(.signInFailed(.signInAgain))
            }
            return .seeOther(url.description, setting: fields)
        } catch let error as OpenIDConnectError {
            throw PageError(error)
        }
    }
}

/// What the provider wants the next authorization request to carry, because it has to deal with the user itself.
struct Interaction: Sendable, Equatable {
    /// How soon a second one counts as a loop, in seconds.
    static let loopWindow: Int64 = 60

    /// A JSON object (OpenID Connect Core, section 5.5).
    let claims: String?
    let prompt: String?
}
