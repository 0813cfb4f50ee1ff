import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// The start of the site: the tasks if a user is signed in, else the ways to sign in.
struct WelcomeController: Sendable {
    let configuration: TasksWebConfiguration
    let accounts: AccountCookies

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get(RouterPath(SitePath.home)) { request, context -> Response in
            guard context.session.user == nil else { return Response(seeOther: SitePath.tasks) }
            return .page(try WelcomePage(configuration, accounts, context, query: parameters(of: request)))
        }
    }

    /// The parameters that came with a redirect because a user has to choose an authority first.
    private func parameters(of request: Request) -> FormBody {
        let given = FormBody(parsing: request.uri.query ?? "")
        var query = FormBody()
        query.append("returnTo", ReturnPath(given?[single: "returnTo"])?.value)
        query.append("after", given?[single: "after"] == "refusal" ? "refusal" : nil)
        return query
    }
}
