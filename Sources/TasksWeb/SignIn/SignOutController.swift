import Hummingbird

/// Signs the person out, and says so.
struct SignOutController: Sendable {
    let signOut: SignOut
    let configuration: TasksWebConfiguration

    func addRoutes(to router: Router<WebContext>) {
        router.post(RouterPath(SitePath.signOut)) { _, context -> Response in
            guard let session = context.slot.session else { return .seeOther(SitePath.signedOut) }
            return try await signOut.end(session, in: context.slot, cookies: context.cookies)
        }
        router.get(RouterPath(SitePath.signedOut)) { _, context -> Response in
            .page(SignedOutPage(layout: SiteLayout(title: context.reader.words.signedOut.title, reader: context.reader)))
        }
    }
}
