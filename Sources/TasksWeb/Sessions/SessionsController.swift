import FoundationEssentials
import HTTPTypes
import Hummingbird
import SealedCookies
import SessionRegistry

/// The person's sessions: lists them, and ends one or all others.
struct SessionsController: Sendable {
    let register: SessionRegister
    let signOut: SignOut
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec
    let accounts: AccountCookies
    let clock: Clock

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.get(RouterPath(SitePath.sessions)) { _, context in try await list(context) }
        group.post(RouterPath(SitePath.endOtherSessions)) { _, context -> Response in
            try await register.endOthers(of: context.session)
            return .seeOther(SitePath.sessions)
        }
        group.post("\(SitePath.sessions)/{id}/end") { _, context in try await end(context) }
    }

    private func list(_ context: SignedInUserContext) async throws -> Response {
        let session = context.session
        let words = context.locale.words
        let csrf = try CSRFToken(session).sealed(codec: codec, until: session.end)
        let rows = try await sessions(of: session).map {
            SessionRow($0, isCurrent: $0.handle == session.handle, csrf: csrf, words: words)
        }
        let layout = SiteLayout(
            title: words.sessions.heading, session: session, current: "sessions", configuration: configuration,
            csrf: csrf,
            locale: context.locale)
        return .page(SessionsPage(layout: layout, csrf: csrf, rows: rows, offer: offer(to: context)))
    }

    /// Whether this browser offers the person's account on its sign-in page; `nil` where there is nothing to offer it
    /// by.
    private func offer(to context: SignedInUserContext) -> SessionsPage.AccountOffer? {
        RememberedAccount(context.session, policies: configuration.policies).map { account in
            accounts.accounts(in: context.cookies)?.contains(account) == true ? .remembered : .forgotten
        }
    }

    private func sessions(of session: Session) async throws -> [SessionRecord] {
        try await register.sessions(
            of: session, now: clock.now(), idleTimeout: configuration.sessionIdleTimeout.components.seconds)
    }

    private func end(_ context: SignedInUserContext) async throws -> Response {
        let named = context.parameters.get("id")
        let sessions = try await sessions(of: context.session)
        guard let record = sessions.first(where: { SessionName.of($0.handle) == named }) else {
            throw PageError(.noSuchSession)
        }
        if record.handle == context.session.handle {
            return try await signOut.end(
                context.session, in: context.slot, cookies: context.cookies, logger: context.logger)
        }
        guard await register.end(record) == .database else { throw PageError(.storeUnavailable) }
        return .seeOther(SitePath.sessions)
    }
}
