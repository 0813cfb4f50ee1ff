import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import SealedCookies

/// The page of keys, and the choice to do without those that are a single letter (WCAG 2.2, 2.1.4).
struct KeysController: Sendable {
    /// The value of the cookie, which is there only where the keys are off; the pages' script looks for it.
    private static let off = "off"

    let names: SiteCookies
    let configuration: TasksWebConfiguration
    let codec: SealedCookieCodec

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.keys)) { _, context in try page(context) }
        group.get(RouterPath(SitePath.keysChoice)) { request, _ in choose(request) }
    }

    private func page(_ context: WebContext) throws -> Response {
        let session = context.slot.session
        let csrf = try session.map { try CSRFToken($0).sealed(codec: codec, until: $0.end) }
        let layout = SiteLayout(
            title: context.locale.words.keys.heading, session: session, configuration: configuration, csrf: csrf,
            locale: context.locale)
        return .page(KeysPage(layout: layout, isOff: context.cookies[names.keys] == Self.off))
    }

    private func choose(_ request: Request) -> Response {
        let query = FormBody(parsing: request.uri.query ?? "") ?? FormBody()
        let isOff = query[single: "off"] == "true"
        let cookie = names.setting(
            names.keys, to: isOff ? Self.off : "", maxAge: isOff ? SiteCookies.choiceLifetime : 0, isReadable: true)
        return .seeOther(SitePath.keys, setting: [cookie])
    }
}
