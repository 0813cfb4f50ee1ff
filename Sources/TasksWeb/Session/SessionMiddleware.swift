import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import SessionRegistry

/// Reads the session from the request's cookies, and writes it where it changed.
struct SessionMiddleware: RouterMiddleware {
    /// How long a session's last use may lie back before its cookie is renewed, in seconds: reading pages doesn't
    /// rewrite cookies.
    private var renewal: Int64 { min(60, max(1, idleTimeout / 4)) }

    let cookies: SessionCookies
    let register: SessionRegister
    let idleTimeout: Int64
    let clock: Clock

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let now = clock.now()
        let known = cookies.session(in: context.cookies, now: now).flatMap {
            register.ended.contains($0.handle) ? nil : $0
        }
        let isLapsed = known.map { $0.lastUsed + idleTimeout <= now } ?? false
        let session = isLapsed ? nil : known
        // Nobody is let in by a cookie of which nothing says whether it was signed out; to sign out harms nobody.
        if session != nil, !register.ended.isCaughtUp, request.uri.path != SitePath.signOut {
            throw PageError(.storeUnavailable, detail: "which sessions have ended has not been read yet")
        }
        context.slot = SessionSlot(session, lapsed: isLapsed ? known : nil)
        if let session { register.memory.uses.note(session.handle, last: session.lastUsed, at: now) }
        var response = try await next(request, context)
        // A page that looks whether it is out of date, before its own sign-out is pressed, mustn't take away what that
        // ends.
        if isLapsed, !request.isNavigation, case .none = context.slot.change { return response }
        for cookie in try changes(of: context.slot, cameWith: session, over: context.cookies) {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
    }

    private func changes(of slot: SessionSlot, cameWith session: Session?, over carried: RequestCookies) throws
        -> [String]
    {
        let now = clock.now()
        switch slot.change {
        case .cleared:
            return cookies.expiring(in: carried)
        case .endedElsewhere:
            return []
        case .stored(var stored):
            guard isStillNewest(stored) else { return [] }
            stored.lastUsed = now
            return try cookies.setting(stored, now: now, over: carried)
        case .none:
            guard var session else { return cookies.expiring(in: carried) }
            guard isStillNewest(session) else { return [] }
            guard now - session.lastUsed >= renewal else { return [] }
            session.lastUsed = now
            return try cookies.setting(session, now: now, over: carried)
        }
    }

    /// Whether nothing came after this state: a response still under way must not bring back a session that was ended
    /// meanwhile or has changed, nor take away the one that came after it.
    private func isStillNewest(_ session: Session) -> Bool {
        !register.ended.contains(session.handle)
            && !register.memory.generations.isOutdated(session.generation, of: session.handle, at: clock.now())
    }
}
