import HTTPTransport
import HTTPTypes
import WebSupport

/// Several steps in a row.
extension Browser {
    /// Goes to an address, and follows redirects to the first page, through the provider if need be.
    ///
    /// - Throws: As ``get(_:method:headers:)``.
    @discardableResult
    public func visit(_ target: String) async throws -> WebPage {
        try await arrive(from: try await get(target))
    }

    /// Follows redirects to the first page, at most twenty; the result of a loop is a redirect.
    ///
    /// - Throws: As ``get(_:method:headers:)``.
    public func arrive(from page: WebPage) async throws -> WebPage {
        var page = page
        for _ in 0..<20 where page.location != nil { page = try await follow(page) }
        return page
    }

    /// Starts a sign-in and goes to the provider: its response, which leads back to the site.
    ///
    /// - Throws: ``WebPageError`` if the path starts no sign-in, and as ``get(_:method:headers:)``.
    @discardableResult
    public func startSignIn(_ path: String = "/sign-in") async throws -> WebPage {
        let start = try await get(path)
        guard start.status == .seeOther else {
            throw WebPageError(
                start, "starts no sign-in (is WebSignIn added to the router, and its transport the test's provider?)")
        }
        return try await follow(start)
    }

    /// Signs in: the site's response at the redirect URI, which may be a refusal.
    ///
    /// If the provider posts its response (`form_post`), no cookie is sent with the form, as browsers do. The site's
    /// page in between is posted on.
    ///
    /// - Throws: As ``startSignIn(_:)``.
    @discardableResult
    public func signIn(_ path: String = "/sign-in") async throws -> WebPage {
        try await finishSignIn(from: try await startSignIn(path))
    }

    /// Takes the provider's response to the redirect URI.
    func finishSignIn(from response: WebPage) async throws -> WebPage {
        guard response.location == nil, let form = response.forms.first else { return try await follow(response) }
        let page = try await send(
            .post, form.action,
            [
                .accept: "text/html", .secFetchMode: "navigate", .secFetchSite: "cross-site",
                .origin: response.url.origin, .contentType: FormBody.contentType,
            ],
            body: form.body.encoded, sendsCookies: false)
        guard let own = page.forms.first else { return page }
        return try await submit(own)
    }

    /// Signs out, here and at the provider: the page that the site shows in the end.
    ///
    /// - Parameter path: `SignInOptions.signOutPath`.
    /// - Throws: ``WebPageError`` if the session didn't end, and as ``get(_:method:headers:)``.
    @discardableResult
    public func signOut(at path: String = "/sign-out") async throws -> WebPage {
        let response = try await post(path)
        guard response.location != nil else { throw WebPageError(response, "is no sign-out") }
        return try await arrive(from: response)
    }
}
