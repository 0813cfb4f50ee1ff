package import HTTPTransport
package import HTTPTypes
import Synchronization
import WebSupport

/// A browser without scripts: stores cookies by host, sends what browsers send, and goes one step at a time.
///
/// ```swift
/// let browser = site.browser()
/// try await browser.signIn()
/// let page = try await browser.get("/tasks")
/// ```
package final class Browser: Sendable {
    /// Longer than the site's own calls may take, even on a machine that is busy.
    private static let patience = Duration.seconds(60)

    private let site: HTTPURL
    private let publicOrigin: String
    private let transport: any Transport
    private let jars: Mutex<[String: CookieJar]>
    private let seen = Mutex<[WebPage]>([])

    /// - Parameters:
    ///   - site: Where the site listens.
    ///   - publicOrigin: The origin that users know it by, as behind a proxy; `nil` for that of `site`.
    ///   - cookies: The site's cookies at first.
    package init(site: HTTPURL, publicOrigin: String? = nil, transport: any Transport, cookies: CookieJar = [:]) {
        self.site = site
        self.publicOrigin = publicOrigin ?? site.origin
        self.transport = transport
        jars = Mutex([site.host: cookies])
    }

    /// The site's cookies.
    ///
    /// Setting them makes the browser forget those that it had, as when a thief copies them or a response was lost.
    package var cookies: CookieJar {
        get { jars.withLock { $0[site.host] ?? [:] } }
        set { jars.withLock { $0[site.host] = newValue } }
    }

    /// Every response so far, of the site and of others.
    package var pages: [WebPage] { seen.withLock(\.self) }

    /// Another browser with the same cookies.
    package func copy() -> Browser {
        Browser(site: site, publicOrigin: publicOrigin, transport: transport, cookies: cookies)
    }

    // MARK: Steps

    /// Goes to a path of the site, or to an address anywhere; no redirect is followed.
    @discardableResult
    package func get(
        _ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> WebPage {
        let fields: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .secFetchMode: "navigate"]
        return try await send(method, target, fields.replacing(headers))
    }

    /// Fetches in the background, as a script does.
    package func fetch(_ target: String) async throws -> WebPage {
        try await send(.get, target, [.accept: "application/json", .secFetchMode: "cors"])
    }

    /// Posts a form to a path of the site.
    ///
    /// - Parameter source: What the request says of the page that it comes from; `nil` for a page of the site.
    @discardableResult
    package func post(
        _ target: String, _ form: FormBody = FormBody(), from source: HTTPFields? = nil, headers: HTTPFields = [:]
    ) async throws -> WebPage {
        try await post(target, body: form.encoded, from: source, headers: headers)
    }

    /// Posts a body to a path of the site.
    @discardableResult
    package func post(
        _ target: String, body: String, from source: HTTPFields? = nil, headers: HTTPFields = [:]
    ) async throws -> WebPage {
        let fields: HTTPFields = [
            .accept: "text/html", .secFetchMode: "navigate", .contentType: FormBody.contentType,
        ]
        let own: HTTPFields = [
            .secFetchSite: "same-origin", .origin: publicOrigin, .referer: "\(publicOrigin)/tasks",
        ]
        return try await send(.post, target, fields.replacing(source ?? own).replacing(headers), body: body)
    }

    /// Sends a form of a page.
    @discardableResult
    package func submit(_ form: WebForm, headers: HTTPFields = [:]) async throws -> WebPage {
        try await post(form.action, form.body, headers: headers)
    }

    /// Follows the redirect of a response.
    @discardableResult
    package func follow(_ page: WebPage) async throws -> WebPage {
        guard let location = page.location else { throw WebPageError(page, "leads nowhere") }
        return try await get(location.hasPrefix("/") ? page.url.origin + location : location)
    }

    /// Sends a request with these fields and no others but the cookies.
    package func send(
        _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields, body: String? = nil
    ) async throws -> WebPage {
        let url = try url(target)
        var fields = fields
        let jar = jars.withLock { $0[url.host] ?? [:] }
        if !jar.isEmpty, fields[.cookie] == nil { fields[.cookie] = jar.field }
        let request = TransportRequest(
            method, url, headerFields: fields, body: body.map { Array($0.utf8) }, timeout: Self.patience,
            maximumResponseBytes: 8 << 20)
        let page = WebPage(url: url, response: try await transport.send(request))
        guard Set(page.cookies.map(\.name)).count == page.cookies.count else {
            throw WebPageError(page, "sets a cookie twice")
        }
        seen.withLock { $0.append(page) }
        jars.withLock { $0[url.host, default: [:]].store(page.headers[values: .setCookie]) }
        return page
    }

    /// The address of a target; a path of the site is sent as it is, even if it is malformed.
    private func url(_ target: String) throws -> HTTPURL {
        let path = target.hasPrefix("\(publicOrigin)/") ? target.dropFirst(publicOrigin.count) : Substring(target)
        if path.hasPrefix("/") {
            let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return site.replacing(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        }
        guard let url = HTTPURL(target) else { throw AddressError(target) }
        return url
    }

    // MARK: Ways

    /// Goes to an address, and follows redirects to the first page.
    package func visit(_ target: String) async throws -> WebPage {
        try await arrive(from: try await get(target))
    }

    /// Follows redirects to the first page; of a loop it is a redirect.
    package func arrive(from page: WebPage) async throws -> WebPage {
        var page = page
        for _ in 0..<20 where page.location != nil { page = try await follow(page) }
        return page
    }

    /// Starts a sign-in and goes to the provider: its response, which leads back to the site.
    @discardableResult
    package func startSignIn(_ path: String = "/sign-in") async throws -> WebPage {
        let start = try await get(path)
        guard start.status == .seeOther else { throw WebPageError(start, "starts no sign-in") }
        return try await follow(start)
    }

    /// Signs in: the site's response at the redirect URI, which may be a refusal.
    package func signIn(_ path: String = "/sign-in") async throws -> WebPage {
        try await follow(try await startSignIn(path))
    }
}

/// A text that should have been a path of the site or an address.
private struct AddressError: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

extension HTTPFields {
    /// These fields, with others in place of those of the same names.
    fileprivate func replacing(_ others: HTTPFields) -> HTTPFields {
        others.reduce(into: self) { $0[$1.name] = $1.value }
    }
}
