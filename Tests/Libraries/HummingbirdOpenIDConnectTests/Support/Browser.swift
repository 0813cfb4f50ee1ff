import CurlTransport
import HTTPTransport
import HTTPTypes
import Synchronization
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect

/// A browser without scripts: stores the site's cookies, sends what browsers send, and goes one step at a time.
final class Browser: Sendable {
    /// Longer than the site's own calls may take, even on a machine that is busy.
    private static let patience = Duration.seconds(60)

    let site: TestSite
    private let jar: Mutex<[String: String]>

    init(site: TestSite, cookies: [String: String] = [:]) {
        self.site = site
        jar = Mutex(cookies)
    }

    var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// The names of its cookies, but for the loop guard's, which outlives a session by a minute.
    var cookieNames: [String] { cookies.keys.filter { !$0.hasSuffix("-rounds") }.sorted() }
    var isWithoutCookies: Bool { cookieNames.isEmpty }

    /// Another browser with the same cookies, which may go to another replica.
    func copy(at site: TestSite? = nil) -> Browser { Browser(site: site ?? self.site, cookies: cookies) }

    // MARK: Steps

    /// Goes to a path of the site; no redirect is followed.
    @discardableResult
    func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> Page {
        var headers: HTTPFields = [.accept: "text/html,*/*;q=0.8", .secFetchMode: "navigate"]
        for field in fields { headers[field.name] = field.value }
        return try await send(.get, path, headers, body: nil)
    }

    /// Looks at a path of the site without its body.
    func head(_ path: String) async throws -> Page {
        try await send(.head, path, [.accept: "text/html,*/*;q=0.8", .secFetchMode: "navigate"], body: nil)
    }

    /// Posts a form from a page of the site, or from elsewhere if the fields say so.
    @discardableResult
    func post(
        _ path: String, _ form: FormBody = FormBody(), _ fields: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> Page {
        try await post(path, text: form.encoded, fields)
    }

    /// Posts a form's text.
    @discardableResult
    func post(
        _ path: String, text: String, _ fields: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> Page {
        var headers: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate", .contentType: FormBody.contentType]
        for field in fields { headers[field.name] = field.value }
        return try await send(.post, path, headers, body: text)
    }

    /// Fetches in the background, as a script does.
    func fetch(_ path: String) async throws -> Page {
        try await send(.get, path, [.accept: "application/json", .secFetchMode: "cors"], body: nil)
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, body: String?) async throws
        -> Page
    {
        var fields = fields
        let carried = cookies
        if !carried.isEmpty {
            fields[.cookie] = carried.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        var request = TransportRequest(
            method, site.listening, headerFields: fields, body: body.map { Array($0.utf8) }, timeout: Self.patience)
        request.head.path = path
        let response = Page(try await site.transport.send(request))
        jar.withLock { jar in
            for cookie in response.setCookies { jar[cookie.name] = cookie.isExpiring ? nil : cookie.value }
        }
        return response
    }

    // MARK: Ways

    /// Starts a sign-in and fetches the provider's response: the path of the site that it leads to.
    func startSignIn(_ path: String = "/sign-in") async throws -> String {
        let first = try await get(path)
        let address = try #require(first.location, "\(path) got \(first.status): \(first.text)")
        let response = try await atProvider(address)
        return try site.path(of: try #require(response.headerFields[.location]))
    }

    /// The provider's response at one of its own addresses.
    func atProvider(_ address: String) async throws -> TransportResponse {
        try await site.transport.send(TransportRequest(.get, try #require(HTTPURL(address)), timeout: Self.patience))
    }

    /// Signs in: the site's response at the redirect URI.
    @discardableResult
    func signIn(_ path: String = "/sign-in") async throws -> Page {
        let response = try await get(try await startSignIn(path))
        try #require(response.status == .seeOther, "the sign-in ended with \(response.status): \(response.text)")
        return response
    }
}

extension TestSite {
    /// The path of an address of the site.
    func path(of address: String) throws -> String {
        try #require(address.hasPrefix("\(origin)/"), "\(address) is not of the site")
        return String(address.dropFirst(origin.count))
    }
}
