package import Hummingbird
import SystemSupport
import Tracing

/// Gives each request its trace: for its log lines, and for each call that it causes.
///
/// If the program has a tracer, and the request has a span, the trace is the span's.
package struct TraceMiddleware<Context: RequestContext>: RouterMiddleware {
    private let proxies: TrustedProxies
    private let peer: @Sendable (Context) -> String?
    private let spans = Spans()

    /// - Parameters:
    ///   - proxies: The senders whose `traceparent` is continued; others could choose what the log has otherwise.
    ///   - peer: The address of the connection's other end.
    package init(proxies: TrustedProxies, peer: @escaping @Sendable (Context) -> String?) {
        self.proxies = proxies
        self.peer = peer
    }

    /// Passes the request on in its trace, or in a new one.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await TraceParent.$current.withValue(continued(request, context) ?? TraceParent()) {
            try await next(request, context)
        }
    }

    private func continued(_ request: Request, _ context: Context) -> TraceParent? {
        if spans.areRecorded, let trace = InstrumentationContext.current?.traceParent { return trace }
        guard let field = request.headers[TraceParent.fieldName], let peer = peer(context),
            proxies.trusts(peer: peer)
        else { return nil }
        return TraceParent(continuing: field)
    }
}
