import FoundationEssentials
import HTTPTypes
import Hummingbird
import SessionRegistry

/// The person's sessions: lists them, and ends one or all others.
struct SessionsController: Sendable {
    let register: SessionRegister
    let signOut: SignOut
    let pages: PageBuilder
    let accounts: AccountCookies
    let clock: Clock

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.get(RouterPath(SitePath.sessions)) { _, context in try await list(context) }
        group.post(RouterPath(SitePath.endOtherSessions)) { _, context -> Response in
            try await register.endOthers(of: try context.session)
            return .seeOther(SitePath.sessions)
        }
        group.post(RouterPath(SitePath.endSession)) { _, context in try await end(context) }
    }

    private func list(_ context: SignedInUserContext) async throws -> Response {
        let session = try context.session
        let user = try pages.user(session)
        let words = context.locale.words
        let rows = try await sessions(of: session).map {
            SessionRow($0, isCurrent: $0.handle == session.handle, csrf: user.csrf, words: words)
        }
        let layout = pages.layout(words.sessions.heading, for: user, in: context.locale, current: "sessions")
        return .page(SessionsPage(layout: layout, csrf: user.csrf, rows: rows, offer: offer(session, context)))
    }

    /// Whether this browser offers the person's account on its sign-in page; `nil` where there is nothing to offer it
    /// by.
    private func offer(_ session: Session, _ context: SignedInUserContext) -> SessionsPage.AccountOffer? {
        RememberedAccount(session, policies: pages.configuration.policies).map { account in
            accounts.accounts(in: context.cookies)?.contains(account) == true ? .remembered : .forgotten
        }
    }

    private func sessions(of session: Session) async throws -> [SessionRecord] {
        try await register.sessions(
            of: session, now: clock.now(), idleTimeout: pages.configuration.sessionIdleTimeout.components.seconds)
    }

    private func end(_ context: SignedInUserContext) async throws -> Response {
        let named = context.parameters.get("id")
        let session = try context.session
        let sessions = try await sessions(of: session)
        guard let record = sessions.first(where: { SessionName.of($0.handle) == named }) else {
            throw PageError(.noSuchSession)
        }
        if record.handle == session.handle {
            return try await signOut.end(
                session, in: context.slot, cookies: context.cookies, setting: context.responseCookies,
                logger: context.logger)
        }
        guard await register.end(record) == .database else { throw PageError(.storeUnavailable) }
        return .seeOther(SitePath.sessions)
    }
}
