import HTTPTypes
public import Hummingbird
import Tracing

/// Runs each request in a span of the tracer that the program has bootstrapped, as the parent of the spans of its calls.
///
/// The span has the method, the route, the path and the status. Unlike that of Hummingbird's `TracingMiddleware` it
/// never has the query, which has codes at the redirect URI. Add it before all other middleware:
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
    ///   can name any, so say so only of requests that a proxy of yours has sent.
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
        let method = request.method.rawValue
        return try await withSpan(method, context: parent, ofKind: .server) { span in
            defer {
                if let route = context.endpointPath {
                    span.operationName = "\(method) \(route)"
                    span.attributes["http.route"] = route
                }
            }
            span.updateAttributes { attributes in
                attributes["http.request.method"] = method
                attributes["url.path"] = request.uri.path
            }
            let response = try await next(request, context)
            span.attributes["http.response.status_code"] = response.status.code
            if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }
}

private struct HeaderFieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}
