import HTTPTransport
import Hummingbird

/// Signs the person out, and says so.
struct SignOutController: Sendable {
    let signOut: SignOut
    let pages: PageBuilder

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(RouterPath(SitePath.signOut)) { request, context -> Response in
            guard let session = context.slot.session ?? lapsed(context) else {
                // Without a session no token says whose form it is: another site's clears nothing.
                guard request.comes(from: pages.configuration.redirectURI.origin) else {
                    return .seeOther(SitePath.signedOut)
                }
                return signOut.withoutSession(cookies: context.cookies, setting: context.responseCookies)
            }
            return try await signOut.end(
                session, in: context.slot, cookies: context.cookies, setting: context.responseCookies,
                logger: context.logger)
        }
        group.get(RouterPath(SitePath.signedOut)) { _, context in try page(context) }
    }

    /// Browsers go back to this page also after the next sign-in, and then it says so.
    private func page(_ context: WebContext) throws -> Response {
        let user = try context.slot.session.map(pages.user)
        let words = context.locale.words
        let title = user == nil ? words.signedOut.title : words.signedOut.signedInHeading
        let layout = pages.layout(title, for: user, in: context.locale)
        return .page(SignedOutPage(layout: layout))
    }

    /// The session of the form's page, where it was left lying too long: a copy of its cookie may have been in use all
    /// the while.
    private func lapsed(_ context: WebContext) -> Session? {
        guard let session = context.slot.lapsed, context.formToken?.belongs(to: session) == true else { return nil }
        return session
    }
}

/// Says that the session is over, or that it isn't, and changes nothing.
struct SignedOutPage: Page {
    let layout: SiteLayout
    var words: Catalogue { layout.words }
    var signInURL = SitePath.home
    let tasksURL = SitePath.tasks
    /// Whoever has signed in again may come back to this page.
    var isSignedIn: Bool { layout.user != nil }
}
