import Hummingbird
import SealedCookies

/// The pages that only show what the session holds.
struct PagesController: Sendable {
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec
    let accounts: AccountCookies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.home)) { _, context -> Response in
            guard context.slot.session == nil else { return .seeOther(SitePath.tasks) }
            return .page(try WelcomePage(configuration, accounts, context))
        }
    }

    func addRoutes(to group: RouterGroup<PersonContext>) {
        guard configuration.showsClaims else { return }
        group.get(RouterPath(SitePath.claims)) { _, context -> Response in
            let csrf = try CSRFToken(context.session).sealed(codec: codec, until: context.session.end)
            let layout = SiteLayout(
                title: context.reader.words.claims.heading, session: context.session, current: "claims",
                configuration: configuration,
                csrf: csrf,
                reader: context.reader)
            return .page(ClaimsPage(layout: layout, session: context.session))
        }
    }
}
