import HTTPTransport
import Hummingbird
import Logging
import OpenIDConnect
import SealedCookies

/// Sends the person to the authority, and takes its answer.
struct SignInController: Sendable {
    /// The most bytes of an answer that is posted.
    private static let longestAnswer = 64 * 1024

    let site: WebSignIn

    func addRoutes<Context: SignInRequestContext>(to router: some RouterMethods<Context>) {
        router.get(RouterPath(site.options.signInPath)) { request, _ in try await begin(request) }
        router.get(RouterPath(site.replyPath)) { request, context in
            try await finish(FormBody(parsing: request.uri.query ?? ""), request, context)
        }
        // A HEAD, as of a link checker, must not consume the state that the browser needs.
        router.head(RouterPath(site.replyPath)) { _, _ in Response(status: .ok, headers: [.cacheControl: "no-store"]) }
        guard site.relyingParty.configuration.responseMode == .formPost else { return }
        router.post(RouterPath(site.replyPath)) { request, context in
            let body = try await request.body.collect(upTo: Self.longestAnswer)
            return try await finish(FormBody(parsing: String(buffer: body)), request, context)
        }
    }

    private func begin(_ request: Request) async throws -> Response {
        // What a page fetches in the background can't sign anybody in, and would push out the sign-ins of people who
        // do.
        guard request.isNavigation else { throw SignInError(.notSignedIn, signInPath: site.options.signInPath) }
        let query = FormBody(parsing: request.uri.query ?? "") ?? FormBody()
        do {
            let (url, attempt) = try await site.relyingParty.begin(site.options.request)
            let kept = ReturningAttempt(attempt: attempt, returnTo: site.returnPath(query[single: "returnTo"]))
            let cookies = try site.attempts.setting(kept, over: RequestCookies(request.headers), now: site.now())
            return Response(seeOther: url.description, setting: cookies)
        } catch let error as OpenIDConnectError {
            throw SignInError(.provider(error))
        }
    }

    private func finish(_ form: FormBody?, _ request: Request, _ context: some SignInRequestContext) async throws
        -> Response
    {
        let now = site.now()
        guard let form, let state = form[single: "state"],
            let kept = site.attempts.pending(state: state, in: RequestCookies(request.headers), now: now),
            site.spentStates.spend(Array(state.utf8), until: kept.expires, now: now)
        else { throw SignInError(.unknownSignIn) }
        let spent = site.attempts.expiring(state: state)
        do {
            let grant = try await site.relyingParty.finish(kept.attempt, try AuthorizationResponse(parsing: form))
            context.session.begin(Session(grant, now: site.now(), lifetime: site.options.lifetime.components.seconds))
            return Response(seeOther: kept.returnTo ?? site.options.homePath, setting: [spent])
        } catch {
            switch error.kind {
            case .cancelled, .cancelledAtSocialProvider:
                return Response(seeOther: site.options.homePath, setting: [spent])
            default:
                context.logger.notice("sign-in failed", metadata: ["reason": "\(error)"])
                throw SignInError(.provider(error), cookies: [spent])
            }
        }
    }
}
