import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// The page of keys, and the choice to do without those that are a single letter (WCAG 2.2, 2.1.4).
struct KeysController: Sendable {
    /// The value of the cookie, which is there only if the keys are off; the pages' script looks for it.
    private static let off = "off"

    let names: SiteCookies
    let pages: PageBuilder

    /// The page's route, with a session or without.
    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.keys)) { _, context in try page(context) }
    }

    /// The form's route, which needs a session, because the form has its token.
    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.post(RouterPath(SitePath.keysChoice)) { _, context in choose(context) }
    }

    private func page(_ context: WebContext) throws -> Response {
        let user = try pages.signedInUser(of: context.session)
        let layout = pages.layout(context.locale.words.keys.heading, for: user, in: context.locale)
        return .page(KeysPage(layout: layout, isOff: context.cookies[names.keys] == Self.off))
    }

    private func choose(_ context: SignedInUserContext) -> Response {
        let isOff = context.form[single: "off"] == "true"
        let cookie = names.attributes.setting(
            names.keys, to: isOff ? Self.off : "", maxAge: isOff ? SiteCookies.choiceLifetime : 0, isReadable: true)
        context.session.setCookies([cookie])
        return Response(seeOther: SitePath.keys)
    }
}
