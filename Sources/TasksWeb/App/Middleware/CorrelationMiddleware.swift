import Encodings
import Hummingbird
package import Logging
import WebServing

/// Gives each request its correlation identifier: for its log lines, for its error page, and for each call that it
/// causes.
struct CorrelationMiddleware: RouterMiddleware {
    /// The identifier of all requests; `nil` gives each its own.
    let configured: String?

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try await Correlation.$identifier.withValue(configured ?? SecureRandom.uuid()) {
            try await next(request, context)
        }
    }
}

/// The identifiers by which a request is found in the logs of all that took part in it.
package enum Correlation {
    /// The correlation identifier of the request that is being served.
    @TaskLocal static var identifier: String?

    /// Adds the identifiers of the request to each log line that is written for it.
    package static let metadata = Logger.MetadataProvider {
        var metadata: Logger.Metadata = [:]
        metadata["correlation"] = identifier.map { "\($0)" }
        metadata["trace"] = TraceParent.current.map { "\($0.traceID)" }
        return metadata
    }
}
