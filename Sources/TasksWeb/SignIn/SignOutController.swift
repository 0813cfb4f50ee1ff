import HTTPTransport
import Hummingbird

/// Signs the person out, and says so.
struct SignOutController: Sendable {
    let signOut: SignOut
    let configuration: TasksWebConfiguration

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(RouterPath(SitePath.signOut)) { request, context -> Response in
            guard let session = context.slot.session ?? lapsed(context) else {
                // Without a session no token says whose form it is: another site's clears nothing.
                guard request.comes(from: configuration.redirectURI.origin) else { return .seeOther(SitePath.signedOut) }
                return signOut.withoutSession(cookies: context.cookies)
            }
            return try await signOut.end(session, in: context.slot, cookies: context.cookies, logger: context.logger)
        }
        group.get(RouterPath(SitePath.signedOut)) { _, context -> Response in
            .page(SignedOutPage(layout: SiteLayout(title: context.reader.words.signedOut.title, reader: context.reader)))
        }
    }

    /// The session of the form's page, where it was left lying too long: a copy of its cookie may have been in use all the while.
    private func lapsed(_ context: WebContext) -> Session? {
        guard let session = context.slot.lapsed, context.formToken == CSRFToken(session) else { return nil }
        return session
    }
}
