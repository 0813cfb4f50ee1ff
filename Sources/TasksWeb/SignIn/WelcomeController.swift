import Hummingbird
import HummingbirdOpenIDConnect

/// The start of the site: the tasks if somebody is signed in, else the ways to sign in.
struct WelcomeController: Sendable {
    let configuration: TasksWebConfiguration
    let accounts: AccountCookies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.home)) { _, context -> Response in
            guard context.session.user == nil else { return Response(seeOther: SitePath.tasks) }
            return .page(try WelcomePage(configuration, accounts, context))
        }
    }
}
