import HTTPTypes
package import Hummingbird
package import Logging

/// Logs each request's method, path, status, time and client when its response starts, but never the query, which may
/// have codes.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
    /// The metadata that connects a request's lines in all logs, if earlier middleware has set it.
    private static var correlation: String { "correlation" }

    private let logger: Logger
    private let level: Logger.Level
    private let client: @Sendable (Request, Context) -> String?

    /// A log that writes at a level.
    ///
    /// - Parameter client: The client of a request; if it is `nil`, the line has none.
    package init(
        _ logger: Logger, at level: Logger.Level = .info,
        client: @escaping @Sendable (Request, Context) -> String? = { _, _ in nil }
    ) {
        self.logger = logger
        self.level = level
        self.client = client
    }

    /// Passes the request on and logs what came of it.
    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
        async throws -> Response
    {
        guard logger.logLevel <= level else { return try await next(request, context) }
        let start = ContinuousClock.now
        let response = try await next(request, context)
        var logger = logger
        logger[metadataKey: Self.correlation] = context.logger[metadataKey: Self.correlation]
        var metadata: Logger.Metadata = [
            "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
            "ms": "\((ContinuousClock.now - start) / .milliseconds(1))",
        ]
        metadata["client"] = self.client(request, context).map { "\($0)" }
        logger.log(level: level, "request", metadata: metadata)
        return response
    }
}
