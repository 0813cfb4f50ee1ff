import HTTPTransport
import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// Redirects a navigation by another name of this machine to the public one, which has the cookies:
/// `http://127.0.0.1:3000` works like `http://localhost:3000`.
struct LoopbackNames: Sendable {
    let site: HTTPURL

    /// The redirect of a request; `nil` if it needs none.
    func redirect(of request: Request) -> Response? {
        guard let authority = request.head.authority, authority != site.authority, site.isLoopback,
            request.method == .get || request.method == .head, request.isNavigation,
            let named = HTTPURL("\(site.scheme)://\(authority)/"),
            named.isLoopback, named.host != site.host,
            named.authority.dropFirst(named.host.count) == site.authority.dropFirst(site.host.count)
        else { return nil }
        return Response(seeOther: site.origin + request.target)
    }
}
