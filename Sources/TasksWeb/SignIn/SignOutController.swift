import HTTPTransport
import Hummingbird

/// Signs the person out, and says so.
struct SignOutController: Sendable {
    let signOut: SignOut
    let configuration: TasksWebConfiguration

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(RouterPath(SitePath.signOut)) { request, context -> Response in
            guard let session = context.slot.session else {
                // Without a session no token says whose form it is: another site's clears nothing.
                guard request.comes(from: configuration.redirectURI.origin) else { return .seeOther(SitePath.signedOut) }
                return signOut.withoutSession(cookies: context.cookies)
            }
            return try await signOut.end(session, in: context.slot, cookies: context.cookies)
        }
        group.get(RouterPath(SitePath.signedOut)) { _, context -> Response in
            .page(SignedOutPage(layout: SiteLayout(title: context.reader.words.signedOut.title, reader: context.reader)))
        }
    }
}
