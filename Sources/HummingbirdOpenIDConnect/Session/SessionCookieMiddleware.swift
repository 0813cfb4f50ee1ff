import HTTPTypes
import Hummingbird
import Logging
import SealedCookies

/// Opens the session's cookie into the context, and writes it where it changed.
struct SessionCookieMiddleware<Context: SignInRequestContext>: RouterMiddleware {
    let site: WebSignIn

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let carried = RequestCookies(request.headers)
        let session = current(carried)
        guard session == nil || request.isSafe || request.isMade(by: site.origin) || request.uri.path == site.replyPath
        else {
            throw SignInError(.crossSiteRequest)
        }
        var context = context
        context.session = RequestSession(session, at: site)
        var response = try await answer(request, context, next)
        if session != nil, response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        do throws(SealingError) {
            response.set(try changes(of: context.session, cameWith: session, over: carried))
        } catch {
            context.logger.error("the session does not fit its cookies", metadata: ["reason": "\(error)"])
            throw SignInError(.sessionTooLarge)
        }
        return response
    }

    /// An error that is thrown after the session has changed becomes its response here: above this nobody could add the
    /// cookies to it, and with them new tokens would be lost.
    private func answer(
        _ request: Request, _ context: Context, _ next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            if case .none = context.session.change { throw error }
            if let error = error as? any HTTPResponseError {
                return try error.response(from: request, context: context)
            }
            context.logger.error("the request failed", metadata: ["error": "\(type(of: error))"])
            return Response(status: .internalServerError)
        }
    }

    /// The session of a request: one that opens, has not ended, and was not left lying too long.
    private func current(_ carried: RequestCookies) -> Session? {
        let now = site.now()
        guard let session = site.cookies.payload(in: carried, now: now).flatMap({ Session(bytes: $0) }),
            !site.endedSessions.contains(session.identifier, now: now),
            session.lastUsed + site.options.idleTimeout.components.seconds > now
        else { return nil }
        return session
    }

    private func changes(
        of slot: RequestSession, cameWith session: Session?, over carried: RequestCookies
    ) throws(SealingError) -> [String] {
        let now = site.now()
        var kept: Session
        switch slot.change {
        case .cleared: return site.cookies.expiring(in: carried)
        case .stored(let stored): kept = stored
        case .none:
            guard let session else { return site.cookies.expiring(in: carried) }
            kept = session
            // Reading pages doesn't rewrite cookies.
            let renewal = min(60, max(1, site.options.idleTimeout.components.seconds / 4))
            guard now - session.lastUsed >= renewal || isOver(session, now) else { return [] }
        }
        // A response still under way must not bring back a session that was ended meanwhile, nor take away the one that
        // came after it.
        guard !isOver(kept, now) else { return [] }
        kept.lastUsed = now
        return try site.cookies.setting(kept.bytes, until: kept.end, now: now, over: carried)
    }

    private func isOver(_ session: Session, _ now: Int64) -> Bool {
        site.endedSessions.contains(session.identifier, now: now)
    }
}
