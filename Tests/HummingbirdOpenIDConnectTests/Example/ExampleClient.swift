import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

/// A browser for the example: keeps its cookies, and follows no redirect.
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
