import Encodings
import Hummingbird
package import Logging
import WebServing

/// Gives each request its correlation identifier, and its log lines the client.
///
/// The identifier is in its log lines, on its error page, and in each call that it causes.
struct CorrelationMiddleware: RouterMiddleware {
    /// The identifier of all requests; `nil` gives each its own.
    let configured: String?
    /// The proxies that are believed about the client.
    var proxies = TrustedProxies()

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let client = proxies.client(peer: context.peer?.ipAddress, fields: request.headers)
        return try await Correlation.$identifier.withValue(configured ?? SecureRandom.uuid()) {
            try await Correlation.$client.withValue(client) { try await next(request, context) }
        }
    }
}

/// The identifiers by which a request is found in the logs of all that took part in it.
package enum Correlation {
    /// The correlation identifier of the request that is being served.
    @TaskLocal static var identifier: String?

    /// The address of its client.
    @TaskLocal static var client: String?

    /// Adds the identifiers and the client of the request to each log line that is written for it.
    package static let metadata = Logger.MetadataProvider {
        var metadata: Logger.Metadata = [:]
        metadata["correlation"] = identifier.map { "\($0)" }
        metadata["client"] = client.map { "\($0)" }
        metadata["trace"] = TraceParent.current.map { "\($0.traceID)" }
        return metadata
    }
}
