import CurlTransport
import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

/// A browser without scripts: stores cookies by host, sends what browsers send, and goes one step at a time.
final class TestBrowser: Sendable {
    /// Longer than the site's own calls may take, even on a machine that is busy.
    private static let patience = Duration.seconds(60)

    private let site: HTTPURL
    private let publicOrigin: String
    private let transport: any Transport
    private let jars: Mutex<[String: CookieJar]>
    private let seen = Mutex<[WebPage]>([])

    init(site: HTTPURL, publicOrigin: String, transport: any Transport, cookies: CookieJar = [:]) {
        self.site = site
        self.publicOrigin = publicOrigin
        self.transport = transport
        jars = Mutex([site.host: cookies])
    }

    /// The site's cookies.
    ///
    /// Setting them makes the browser forget those that it had, as when a thief copies them or a response was lost.
    var cookies: CookieJar {
        get { jars.withLock { $0[site.host] ?? [:] } }
        set { jars.withLock { $0[site.host] = newValue } }
    }

    /// Every response so far, of the site and of others.
    var pages: [WebPage] { seen.withLock { $0 } }

    /// The names of the session's cookies.
    var sessionCookies: [String] {
        cookies.keys.filter { $0.hasSuffix("latchkey") || $0.contains("latchkey.") }.sorted()
    }

    /// Another browser with the same cookies.
    func copy() -> TestBrowser {
        TestBrowser(site: site, publicOrigin: publicOrigin, transport: transport, cookies: cookies)
    }

    // MARK: Steps

    /// Goes to a path of the site, or to an address anywhere; no redirect is followed.
    func get(_ target: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]) async throws -> WebPage {
        var fields: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .secFetchMode: "navigate"]
        for field in headers { fields[field.name] = field.value }
        let url = try url(target)
        return try await send(TransportRequest(method, url, headerFields: fields, timeout: Self.patience), url)
    }

    /// Posts a form to a path of the site.
    func post(_ target: String, _ form: FormBody, headers: HTTPFields = [:]) async throws -> WebPage {
        try await post(target, body: form.encoded, headers: headers)
    }

    /// Posts a body to a path of the site.
    func post(_ target: String, body: String, headers: HTTPFields = [:]) async throws -> WebPage {
        var fields: HTTPFields = [
            .accept: "text/html", .secFetchMode: "navigate", .secFetchSite: "same-origin", .origin: publicOrigin,
            .contentType: FormBody.contentType, .referer: "\(publicOrigin)/tasks",
        ]
        for field in headers { fields[field.name] = field.value }
        let url = try url(target)
        return try await send(
            TransportRequest(.post, url, headerFields: fields, body: Array(body.utf8), timeout: Self.patience), url)
    }

    /// Sends a request with these fields and no others but the cookies.
    func send(_ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields, body: String? = nil) async throws
        -> WebPage
    {
        let url = try url(target)
        return try await send(
            TransportRequest(
                method, url, headerFields: fields, body: body.map { Array($0.utf8) }, timeout: Self.patience), url)
    }

    /// Sends a form of a page.
    func submit(_ form: WebForm, headers: HTTPFields = [:]) async throws -> WebPage {
        try await post(form.action, form.body, headers: headers)
    }

    /// Follows the redirect of a response.
    func follow(_ page: WebPage) async throws -> WebPage {
        try await get(try #require(page.location, "the response \(page.status) leads nowhere"))
    }

    // MARK: Ways

    /// Starts a sign-in and goes to the provider: its response, which leads back to the site.
    func startSignIn(_ path: String = "/sign-in") async throws -> WebPage {
        let first = try await get(path)
        try #require(first.status == 303, "\(path) got \(first.status): \(first.error ?? "")")
        return try await follow(first)
    }

    /// Signs in: the site's response at the redirect URI.
    @discardableResult
    func signIn(_ path: String = "/sign-in") async throws -> WebPage {
        try await follow(try await startSignIn(path))
    }

    /// The task page, which has to be there.
    func tasks(_ path: String = "/tasks", sourceLocation: SourceLocation = #_sourceLocation) async throws -> WebPage {
        let page = try await get(path)
        try #require(
            page.status == 200, "\(path) got \(page.status): \(page.error ?? page.location ?? "")",
            sourceLocation: sourceLocation)
        return page
    }

    /// Signs out by the form of the task page.
    func signOut() async throws -> WebPage {
        try await submit(try #require(try await tasks().form(to: "/sign-out")))
    }

    private func url(_ target: String) throws -> HTTPURL {
        try #require(HTTPURL(target.hasPrefix("/") ? site.origin + target : target), "\(target) is no address")
    }

    private func send(_ request: TransportRequest, _ url: HTTPURL) async throws -> WebPage {
        var request = request
        let jar = jars.withLock { $0[url.host] ?? [:] }
        if !jar.isEmpty, request.head.headerFields[.cookie] == nil {
            request.head.headerFields[.cookie] = jar.field
        }
        request.maximumResponseBytes = 8 << 20
        let page = WebPage(url: url, response: try await transport.send(request))
        let names = page.cookies.map(\.name)
        #expect(Set(names).count == names.count, "one response sets a cookie twice: \(names)")
        seen.withLock { $0.append(page) }
        jars.withLock { jars in
            for cookie in page.cookies {
                jars[url.host, default: [:]][cookie.name] = cookie.isExpiring ? nil : cookie.value
            }
        }
        return page
    }
}

extension HTTPField.Name {
    static let secFetchMode = known("Sec-Fetch-Mode")
    static let secFetchSite = known("Sec-Fetch-Site")
    static let secPurpose = known("Sec-Purpose")
    static let purpose = known("Purpose")
    static let xPurpose = known("X-Purpose")
    static let xMoz = known("X-Moz")

    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
