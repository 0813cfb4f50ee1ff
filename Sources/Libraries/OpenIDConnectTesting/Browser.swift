public import HTTPTransport
public import HTTPTypes
import Synchronization
import WebSupport

/// A browser without scripts: stores cookies by host, sends what browsers send, and goes one step at a time.
///
/// ```swift
/// let browser = client.browser(in: test)
/// try await browser.signIn()
/// let page = try await browser.get("/account")
/// ```
public final class Browser: Sendable {
    private struct State {
        /// By host.
        var jars: [String: CookieJar]
        var seen: [WebPage] = []
        /// The target of the site's page that is open.
        var open = "/"
    }

    /// Longer than the site's own calls may take, even on a machine that is busy.
    private static let patience = Duration.seconds(60)

    private let site: HTTPURL
    private let publicOrigin: String
    private let transport: any Transport
    private let formPage: String?
    private let state: Mutex<State>

    /// A browser for one site, which has never been there unless it has cookies.
    ///
    /// - Parameters:
    ///   - site: Where the site listens.
    ///   - publicOrigin: The origin that users know it by, as behind a proxy; `nil` for the origin of `site`.
    ///   - transport: Sends every request, to the site and to others.
    ///   - cookies: The site's cookies at first.
    ///   - formPage: The target of the page from which all forms are posted; `nil` for the open page.
    package init(
        site: HTTPURL, publicOrigin: String? = nil, transport: any Transport, cookies: CookieJar = [:],
        formPage: String? = nil
    ) {
        self.site = site
        self.publicOrigin = publicOrigin ?? site.origin
        self.transport = transport
        self.formPage = formPage
        state = Mutex(State(jars: [site.host: cookies]))
    }

    /// A browser for a site that listens, for instance a program in another process.
    ///
    /// - Parameters:
    ///   - site: The site, of which only the origin counts.
    ///   - transport: Sends every request, to the site and to the provider.
    public convenience init(site: HTTPURL, transport: any Transport) {
        self.init(site: site, publicOrigin: nil, transport: transport)
    }

    /// The site's cookies.
    ///
    /// Setting them makes the browser forget the ones that it had, as when a thief copies them or a response was lost.
    public var cookies: CookieJar {
        get { state.withLock { $0.jars[site.host] ?? [:] } }
        set { state.withLock { $0.jars[site.host] = newValue } }
    }

    /// Every response so far, of the site and of others.
    public var pages: [WebPage] { state.withLock(\.seen) }

    /// Another browser with the same cookies.
    public func copy() -> Browser {
        Browser(
            site: site, publicOrigin: publicOrigin, transport: transport, cookies: cookies, formPage: formPage)
    }

    // MARK: Steps

    /// Goes to a path of the site, or to an address anywhere; no redirect is followed.
    ///
    /// - Throws: The transport's error, or ``WebPageError`` if the response sets a cookie twice.
    @discardableResult
    public func get(
        _ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> WebPage {
        let fields: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .secFetchMode: "navigate"]
        let page = try await send(method, target, fields.replacing(headers))
        if page.location == nil, page.url.origin == site.origin {
            state.withLock { $0.open = page.url.pathAndQuery }
        }
        return page
    }

    /// Fetches in the background, as a script of the site does.
    ///
    /// - Parameters:
    ///   - headers: Fields in addition, for instance a body's type.
    ///   - body: The body; `nil` for none.
    /// - Throws: As ``get(_:method:headers:)``.
    @discardableResult
    public func fetch(
        _ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:], body: String? = nil
    ) async throws -> WebPage {
        var fields: HTTPFields = [.accept: "application/json", .secFetchMode: "cors"]
        if method != .get {
            fields[.secFetchSite] = "same-origin"
            fields[.origin] = publicOrigin
        }
        return try await send(method, target, fields.replacing(headers), body: body)
    }

    /// Posts a form to a path of the site; no redirect is followed.
    ///
    /// - Parameters:
    ///   - source: The fields by which the request names the page that it comes from, such as `Origin`; `nil` for the
    ///     open page of the site.
    ///   - headers: Fields in addition, or in place of the usual ones.
    /// - Throws: As ``get(_:method:headers:)``.
    @discardableResult
    public func post(
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
            .secFetchSite: "same-origin", .origin: publicOrigin,
            .referer: publicOrigin + (formPage ?? state.withLock(\.open)),
        ]
        return try await send(.post, target, fields.replacing(source ?? own).replacing(headers), body: body)
    }

    /// Sends a form of a page; no redirect is followed.
    ///
    /// - Throws: As ``get(_:method:headers:)``.
    @discardableResult
    public func submit(_ form: WebForm, headers: HTTPFields = [:]) async throws -> WebPage {
        guard form.method.lowercased() == "post" else {
            return try await get("\(form.action)?\(form.body.encoded)", headers: headers)
        }
        return try await post(form.action, form.body, headers: headers)
    }

    /// Follows the redirect of a response.
    ///
    /// - Throws: ``WebPageError`` if it is no redirect, and as ``get(_:method:headers:)``.
    @discardableResult
    public func follow(_ page: WebPage) async throws -> WebPage {
        guard let location = page.location else { throw WebPageError(page, "leads nowhere") }
        return try await get(location.hasPrefix("/") ? page.url.origin + location : location)
    }

    /// Sends a request with these fields and no others but the cookies.
    ///
    /// - Parameter sendsCookies: Whether the cookies are sent, which browsers don't if another site posts a form.
    package func send(
        _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields, body: String? = nil,
        sendsCookies: Bool = true
    ) async throws -> WebPage {
        let url = try url(target)
        var fields = fields
        let jar = sendsCookies ? state.withLock { $0.jars[url.host] ?? [:] } : [:]
        if !jar.isEmpty, fields[.cookie] == nil { fields[.cookie] = jar.field }
        let request = TransportRequest(
            method, url, headerFields: fields, body: body.map { Array($0.utf8) }, timeout: Self.patience,
            maximumResponseBytes: 8 << 20)
        let page = WebPage(url: url, response: try await transport.send(request))
        guard Set(page.cookies.map(\.name)).count == page.cookies.count else {
            throw WebPageError(page, "sets a cookie twice")
        }
        state.withLock {
            $0.seen.append(page)
            $0.jars[url.host, default: [:]].store(page.headers[values: .setCookie])
        }
        return page
    }

    /// The address of a target; a path of the site is sent as it is, even if it is malformed.
    private func url(_ target: String) throws -> HTTPURL {
        let path = target.hasPrefix("\(publicOrigin)/") ? target.dropFirst(publicOrigin.count) : Substring(target)
        if path.hasPrefix("/") {
            let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return site.replacing(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        }
        guard let url = HTTPURL(target) else { throw AddressError(text: target) }
        return url
    }
}

/// A text that should have been a path of the site or an address.
private struct AddressError: Error {
    let text: String
}

extension HTTPFields {
    /// These fields, with others in place of the ones of the same names.
    fileprivate func replacing(_ others: HTTPFields) -> HTTPFields {
        others.reduce(into: self) { $0[$1.name] = $1.value }
    }
}
