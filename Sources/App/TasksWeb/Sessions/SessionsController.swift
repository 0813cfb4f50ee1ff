import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// The user's sessions: lists them, and ends one or all others.
struct SessionsController: Sendable {
    let signIn: WebSignIn
    let pages: PageBuilder
    let accounts: AccountCookies

    private static let pageSize = 50

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.get(RouterPath(SitePath.sessions)) { request, context in try await list(request, context) }
        group.post(RouterPath(SitePath.endOtherSessions)) { _, context -> Response in
            try await context.session.endOtherUserSessions()
            return Response(seeOther: SitePath.sessions)
        }
        group.post(RouterPath(SitePath.endSession)) { request, context in try await end(request, context) }
    }

    private func list(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        let place = request.uri.queryParameters["after"].map { String($0) }
        let listed = try await context.session.userSessions(after: place, limit: Self.pageSize)
        let account = try await RememberedAccount(context.session, at: pages.configuration.authorities)
        let user = try pages.user(of: context.session)
        let words = context.locale.words
        let rows = listed.sessions.map { SessionRow($0, at: pages.configuration.authorities, words: words) }
        let layout = pages.layout(words.sessions.heading, for: user, in: context.locale, current: "sessions")
        let remembered = accounts.accounts(in: context.session)
        let offer = account.map { remembered?.contains($0) == true ? SessionsPage.AccountOffer.remembered : .forgotten }
        return .page(
            SessionsPage(
                layout: layout, rows: rows, isFirstPage: listed.isFirst,
                nextURL: listed.next.map(SitePath.sessions(after:)),
                offer: offer))
    }

    private func end(_ request: Request, _ context: SignedInUserContext) async throws -> Response {
        guard let name = context.parameters.get("id"),
            let session = try await context.session.userSession(named: name)
        else {
            throw PageError(.noSuchSession)
        }
        if session.isCurrent {
            return try await signIn.signOut(request, in: context.session, logger: context.logger)
        }
        try await context.session.end(session)
        return Response(seeOther: SitePath.sessions)
    }
}
