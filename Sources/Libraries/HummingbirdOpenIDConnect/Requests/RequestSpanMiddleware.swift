import HTTPTypes
public import Hummingbird
import Tracing

/// Runs each request in a span of the program's tracer, as the parent of the spans of its calls.
///
/// The span has the names of OpenTelemetry's conventions for HTTP servers: method, scheme, route, path, status, and the
/// kind of an error. Unlike the span of Hummingbird's `TracingMiddleware` it never has the query, which has codes at
/// the redirect URI, nor an error's text. Add it before all other middleware:
///
/// ```swift
/// router.add(middleware: RequestSpanMiddleware())
/// signIn.add(to: router)
/// ```
public struct RequestSpanMiddleware<Context: RequestContext>: RouterMiddleware {
    private let continuesTrace: @Sendable (Request, Context) -> Bool

    /// Creates the middleware.
    ///
    /// - Parameter continuesTrace: Whether the span belongs to the trace that the request's header fields name. Clients
    ///   can name any, so return `true` only for requests that your proxy has sent.
    public init(continuesTrace: @escaping @Sendable (Request, Context) -> Bool = { _, _ in false }) {
        self.continuesTrace = continuesTrace
    }

    /// Passes the request on in a span, which ends when the response starts.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var parent = InstrumentationContext.current ?? .topLevel
        if continuesTrace(request, context) {
            InstrumentationSystem.instrument.extract(request.headers, into: &parent, using: HeaderFieldExtractor())
        }
        let method = SpanMethod(request.method)
        let span = startSpan(method.spanName, context: parent, ofKind: .server)
        defer { span.end() }
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method.attribute
            attributes["url.scheme"] = request.head.scheme
            attributes["url.path"] = request.uri.path
        }
        defer {
            // Middleware outside of all routes has no pattern.
            if let route = context.endpointPath, route.hasPrefix("/") {
                span.operationName = "\(method.spanName) \(route)"
                span.attributes["http.route"] = route
            }
        }
        do {
            let response = try await InstrumentationContext.$current.withValue(span.context) {
                try await next(request, context)
            }
            Self.end(span, with: response.status, error: nil)
            return response
        } catch {
            let status = (error as? any HTTPResponseError)?.status
            Self.end(span, with: status ?? .internalServerError, error: status == nil ? error : nil)
            throw error
        }
    }

    /// Notes the status of the response, and of a server error its kind: the status, or the type of the error.
    private static func end(_ span: any Span, with status: HTTPResponse.Status, error: (any Error)?) {
        span.attributes["http.response.status_code"] = status.code
        guard status.code >= 500 else { return }
        span.attributes["error.type"] = error.map { "\(type(of: $0))" } ?? "\(status.code)"
        span.setStatus(SpanStatus(code: .error))
    }
}

/// A request's method as spans have it: those that no standard knows have one name, because clients can make up any.
private struct SpanMethod {
    private static let known: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    let attribute: String
    let spanName: String

    init(_ method: HTTPRequest.Method) {
        let isKnown = Self.known.contains(method)
        attribute = isKnown ? method.rawValue : "_OTHER"
        spanName = isKnown ? method.rawValue : "HTTP"
    }
}

private struct HeaderFieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}
