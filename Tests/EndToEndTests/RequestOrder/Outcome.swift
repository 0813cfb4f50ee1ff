import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport

/// The outcome of a request, as tables have it: the status, where a redirect leads, each cookie that is set (`+`) or
/// removed (`-`), and each call that may change something.
///
/// `303 /sign-in -latchkey` is a redirect to sign-in that removes the session's cookie. `provider` is an authorization
/// request or the end of the session at the provider, `site` this site by its public name. `*` stands for what differs
/// with each cookie. Of the calls, `API` is an unsafe request to the tasks API, `refresh` and `code` a token request,
/// `revocation` the revocation of a token.
struct Outcome: Sendable {
    /// The calls so far.
    private struct Calls {
        let names: [String]

        init(_ site: Site) {
            let tokens = site.provider.requests(at: .token).map {
                $0["grant_type"] == "refresh_token" ? "refresh" : "code"
            }
            names =
                site.apiServer.requests.filter { ![.get, .head].contains($0.method) }.map { _ in "API" } + tokens
                + site.provider.requests(at: .revocation).map { _ in "revocation" }
        }

        /// The calls after others, each kind once.
        func after(_ earlier: Calls) -> [String] {
            ["API", "code", "refresh", "revocation"].filter { kind in
                names.count { $0 == kind } > earlier.names.count { $0 == kind }
            }
        }
    }

    let text: String
    let page: WebPage

    /// Sends a request, and describes what came of it.
    static func of(_ site: Site, _ send: () async throws -> WebPage) async throws -> Outcome {
        let before = Calls(site)
        let page = try await send()
        let parts = ["\(page.status.code)", place(page.location, site)].compactMap(\.self) + cookies(page)
        return Outcome(text: (parts + Calls(site).after(before)).joined(separator: " "), page: page)
    }

    private static func place(_ location: String?, _ site: Site) -> String? {
        guard let path = location?.prefix(while: { $0 != "?" }) else { return nil }
        if path.hasPrefix(site.provider.url.origin) { return "provider" }
        return path.hasPrefix(site.publicOrigin) ? "site\(path.dropFirst(site.publicOrigin.count))" : String(path)
    }

    /// The cookies of a response by their names, each once.
    private static func cookies(_ page: WebPage) -> [String] {
        Set(page.cookies.map { ($0.isExpiring ? "-" : "+") + name(of: $0.name) }).sorted {
            ($0.dropFirst(), $0) < ($1.dropFirst(), $1)
        }
    }

    /// The name of a cookie without what differs with each one of its kind.
    static func name(of cookie: String) -> String {
        cookie.firstIndex(of: ".").map { "\(cookie[...$0])*" } ?? cookie
    }
}
