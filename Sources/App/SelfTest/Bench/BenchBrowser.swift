import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import Synchronization
import WebSupport

/// A browser without scripts: stores the site's cookies, and goes one step at a time.
final class BenchBrowser: Sendable {
    private let site: HTTPURL
    private let transport: any Transport
    private let cookies = Mutex<[String: String]>([:])

    init(site: HTTPURL, transport: any Transport) {
        self.site = site
        self.transport = transport
    }

    /// Goes to a path of the site, or to an address anywhere; no redirect is followed.
    func get(_ target: String) async throws -> BrowserPage {
        let url = try url(target)
        let fields: HTTPFields = [.accept: "text/html,*/*;q=0.8", .secFetchMode: "navigate"]
        return try await send(TransportRequest(.get, url, headerFields: fields), to: url, bringsCookies: true)
    }

    /// Sends a form from a page of some origin; cookies come with it only from the site's own (`SameSite=Lax`).
    func submit(_ form: PageForm, from origin: String) async throws -> BrowserPage {
        let url = try url(form.action)
        let isOwn = origin == site.origin
        let fields: HTTPFields = [
            .accept: "text/html", .secFetchMode: "navigate", .secFetchSite: isOwn ? "same-origin" : "cross-site",
            .origin: origin,
        ]
        return try await send(
            TransportRequest(posting: form.fields, to: url, headerFields: fields), to: url, bringsCookies: isOwn)
    }

    /// Follows the redirect of a response.
    func follow(_ page: BrowserPage) async throws -> BrowserPage {
        guard let location = page.location else { throw SelfTestError("the response \(page.status) leads nowhere") }
        return try await get(location)
    }

    /// Loads a path of the site in a frame of another site's page, without the site's cookies.
    func loadInForeignFrame(_ target: String) async throws -> BrowserPage {
        let url = try url(target)
        let fields: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate", .secFetchSite: "cross-site"]
        return try await send(TransportRequest(.get, url, headerFields: fields), to: url, bringsCookies: false)
    }

    private func url(_ target: String) throws -> HTTPURL {
        guard let url = HTTPURL(target.hasPrefix("/") ? site.origin + target : target) else {
            throw SelfTestError("\(target) is no address")
        }
        return url
    }

    private func send(_ request: TransportRequest, to url: HTTPURL, bringsCookies: Bool) async throws -> BrowserPage {
        var request = request
        let isSite = url.origin == site.origin
        let jar = isSite && bringsCookies ? cookies.withLock { $0 } : [:]
        if !jar.isEmpty {
            request.head.headerFields[.cookie] = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
                separator: "; ")
        }
        let page = BrowserPage(url: url, response: try await transport.send(request))
        if isSite { cookies.withLock { page.keepCookies(in: &$0) } }
        return page
    }
}
