import Hummingbird
import SealedCookies

/// The page of claims.
struct ClaimsController: Sendable {
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        guard configuration.showsClaims else { return }
        group.get(RouterPath(SitePath.claims)) { _, context -> Response in
            let csrf = try CSRFToken(context.session).sealed(codec: codec, until: context.session.end)
            let layout = SiteLayout(
                title: context.locale.words.claims.heading, session: context.session, current: "claims",
                configuration: configuration,
                csrf: csrf,
                locale: context.locale)
            return .page(ClaimsPage(layout: layout, session: context.session))
        }
    }
}
