import Hummingbird

/// The page after a sign-out.
struct SignedOutController: Sendable {
    let pages: PageBuilder

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.signedOut)) { _, context in try page(context) }
    }

    /// Browsers may go back to this page after the next sign-in; then it shows that a user is signed in.
    private func page(_ context: WebContext) throws -> Response {
        let user = try pages.signedInUser(of: context.session)
        let words = context.locale.words
        let title = user == nil ? words.signedOut.title : words.signedOut.signedInHeading
        let layout = pages.layout(title, for: user, in: context.locale)
        return .page(SignedOutPage(layout: layout))
    }
}
