import Hummingbird
import HummingbirdOpenIDConnect

/// The page of claims.
struct ClaimsController: Sendable {
    let pages: PageBuilder

    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        guard pages.configuration.showsClaims else { return }
        group.get(RouterPath(SitePath.claims)) { _, context -> Response in
            let (claims, locale) = (try await context.session.claims(), context.locale)
            let layout = pages.layout(
                locale.words.claims.heading, for: try pages.user(of: context.session), in: locale, current: "claims")
            return .page(ClaimsPage(layout: layout, claims))
        }
    }
}
