import Encodings
import HTTPTypes
import Hummingbird
package import Logging
import WebServing

/// Gives each request its identifiers: for its log lines, for its error page, and for each call that it causes.
struct CorrelationMiddleware: RouterMiddleware {
    /// The correlation identifier of all requests; `nil` gives each its own.
    let configured: String?
    /// The proxies whose `traceparent` is continued; clients could choose what the log has otherwise.
    var proxies = TrustedProxies()

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let trace = continued(request, context) ?? TraceParent()
        return try await Correlation.$identifier.withValue(configured ?? SecureRandom.uuid()) {
            try await Correlation.$trace.withValue(trace) { try await next(request, context) }
        }
    }

    private func continued(_ request: Request, _ context: WebContext) -> TraceParent? {
        guard let field = request.headers[.traceParent], let peer = context.peer?.ipAddress,
            proxies.trusts(peer: peer)
        else { return nil }
        return TraceParent(continuing: field)
    }
}

/// The identifiers by which a request is found in the logs of all that took part in it.
package enum Correlation {
    /// The correlation identifier of the request that is being served.
    @TaskLocal static var identifier: String?
    /// The trace of the request that is being served.
    @TaskLocal static var trace: TraceParent?

    /// Adds the identifiers of the request to each log line that is written for it.
    package static let metadata = Logger.MetadataProvider {
        var metadata: Logger.Metadata = [:]
        metadata["correlation"] = identifier.map { "\($0)" }
        metadata["trace"] = trace.map { "\($0.traceID)" }
        return metadata
    }
}
