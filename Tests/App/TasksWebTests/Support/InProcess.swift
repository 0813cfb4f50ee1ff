import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import NIOCore
import NIOPosix
import TestSupport
import WebSupport

@testable import TasksWeb

/// Runs a request through middleware without a socket.
enum InProcess {
    /// A context needs the channel that the request came on; here it is one that no client connects to.
    private static let channel = Task {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
    }

    static func context(session: RequestSession = RequestSession()) async throws -> WebContext {
        return WebContext(
            source: ApplicationRequestContextSource(channel: try await channel.value, logger: .silent), session: session
        )
    }

    static func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", authority: String = "localhost:3000",
        _ fields: HTTPFields = [:],
        body: String = ""
    ) -> Request {
        Request(
            head: HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(string: body)))
    }

    /// A form as a browser posts it.
    static func post(_ path: String, _ body: String, _ fields: HTTPFields = [:]) -> Request {
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        return request(.post, path, fields, body: body)
    }
}

extension RouterMiddleware<WebContext> {
    /// The middleware's response to a request; `next` responds if the request gets there.
    func respond(
        to request: Request, session: RequestSession? = nil,
        next: (Request, WebContext) async throws -> Response = { _, _ in Response(status: .ok) }
    ) async throws -> Response {
        let context = try await InProcess.context(session: session ?? RequestSession())
        return try await handle(request, context: context, next: next)
    }
}

extension Response {
    /// The body as text.
    var text: String {
        get async throws {
            let collected = Collected()
            try await body.write(Writer(collected: collected))
            return String(buffer: collected.buffer)
        }
    }

    var location: String? { headers[.location] }
    var setCookies: [String] { headers[values: .setCookie] }
}

private final class Collected {
    var buffer = ByteBuffer()
}

private struct Writer: ResponseBodyWriter {
    let collected: Collected

    mutating func write(_ buffer: ByteBuffer) {
        var buffer = buffer
        collected.buffer.writeBuffer(&buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
