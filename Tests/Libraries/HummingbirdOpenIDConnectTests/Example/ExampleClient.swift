import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

/// A browser for the example: stores its cookies, and follows no redirect.
final class ExampleClient: Sendable {
    struct Page {
        let status: HTTPResponse.Status
        let location: String?
        let text: String
    }

    private let transport: any Transport
    private let origin: String
    private let cookies = Mutex<[String: String]>([:])

    init(transport: any Transport, origin: String) {
        self.transport = transport
        self.origin = origin
    }

    /// Another client with the same cookies.
    func copy() -> ExampleClient {
        let copy = ExampleClient(transport: transport, origin: origin)
        copy.cookies.withLock { [held = cookies.withLock { $0 }] in $0 = held }
        return copy
    }

    /// Signs in, as far as the page that was requested.
    func signIn(returnTo path: String = "/account") async throws -> Page {
        let started = try await get(try #require(try await get(path).location))
        let atProvider = try await get(try #require(started.location))
        let completed = try await get(try #require(atProvider.location))
        return try await get(try #require(completed.location))
    }

    /// Goes to a path of the example, or to an address anywhere.
    func get(_ target: String) async throws -> Page {
        let url = try #require(HTTPURL(target.hasPrefix("/") ? origin + target : target))
        return try await send(
            TransportRequest(.get, url, headerFields: [.accept: "text/html"]), isOwn: url.origin == origin)
    }

    /// Posts an empty form from a page of an origin.
    func post(_ path: String, from source: String) async throws -> Page {
        let url = try #require(HTTPURL(origin + path))
        return try await send(
            TransportRequest(posting: FormBody(), to: url, headerFields: [.accept: "text/html", .origin: source]),
            isOwn: true)
    }

    private func send(_ request: TransportRequest, isOwn: Bool) async throws -> Page {
        var request = request
        // Longer than the example's own calls may take, even on a machine that is busy.
        request.timeout = .seconds(60)
        if isOwn {
            request.head.headerFields[.cookie] = cookies.withLock {
                $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            }
        }
        let response = try await transport.send(request)
        cookies.withLock { cookies in
            for cookie in response.headerFields[values: .setCookie].compactMap(SetCookie.init) where isOwn {
                cookies[cookie.name] = cookie.isExpiring ? nil : cookie.value
            }
        }
        return Page(
            status: response.status, location: response.headerFields[.location],
            text: String(decoding: response.body, as: UTF8.self))
    }
}
