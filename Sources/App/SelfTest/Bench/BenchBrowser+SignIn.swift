import HTTPTransport
import TasksWeb

/// The ways through the site that several modules take.
extension BenchBrowser {
    /// Signs in.
    ///
    /// - Returns: The form that the provider sent along, and the site's last response.
    func signIn(_ path: String = "/sign-in") async throws -> (redirect: FormBody, page: BrowserPage) {
        let start = try await get(path)
        try SelfTestError.unless(start.status == 303, "\(path) responded with \(start.status)")
        return try await handOver(try await follow(start))
    }

    /// Carries the provider's response to the site, in the address or as a form, which the site's own page may post on
    /// once.
    func handOver(_ provider: BrowserPage) async throws -> (redirect: FormBody, page: BrowserPage) {
        if let location = provider.location {
            let query = location.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            return (FormBody(parsing: query) ?? FormBody(), try await get(location))
        }
        guard let form = provider.forms.first else {
            throw SelfTestError("the provider responded with \(provider.status)")
        }
        var page = try await submit(form, from: provider.url.origin)
        if page.status == 200, let next = page.forms.first(where: { $0.action == SitePath.redirect }) {
            page = try await submit(next, from: page.url.origin)
        }
        return (form.fields, page)
    }

    /// Whether the user is signed in: the site redirects them to their tasks.
    func isSignedIn() async throws -> Bool { try await get("/").location == "/tasks" }

    /// Signs out by the form that a page has.
    func signOut() async throws -> BrowserPage {
        let page = try await get("/claims")
        guard let form = page.forms.first(where: { $0.action == "/sign-out" }) else {
            throw SelfTestError("no form to sign out by")
        }
        return try await submit(form, from: page.url.origin)
    }
}
