import Hummingbird

/// The page after a sign-out.
struct SignedOutController: Sendable {
    let pages: PageBuilder

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.signedOut)) { _, context in try page(context) }
    }

    /// Browsers go back to this page also after the next sign-in, and then it says so.
    private func page(_ context: WebContext) throws -> Response {
        let user = try pages.signedInUser(of: context.session)
        let words = context.locale.words
        let title = user == nil ? words.signedOut.title : words.signedOut.signedInHeading
        let layout = pages.layout(title, for: user, in: context.locale)
        return .page(SignedOutPage(layout: layout))
    }
}
