import HTTPTypes
public import Hummingbird
public import Logging

/// Logs each request's method, path, status and time once its head is answered; never the query, where codes travel.
public struct RequestLog<Context: RequestContext>: RouterMiddleware {
    /// The metadata by which a request is found in the logs of all that took part in it, where middleware before this one has set it.
    private static var correlation: String { "correlation" }

    private let logger: Logger
    private let level: Logger.Level

    /// A log that writes at a level.
    public init(_ logger: Logger, at level: Logger.Level = .info) {
        self.logger = logger
        self.level = level
    }

    /// Passes the request on and logs what came of it.
    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        guard logger.logLevel <= level else { return try await next(request, context) }
        let start = ContinuousClock.now
        let response = try await next(request, context)
        var logger = logger
        logger[metadataKey: Self.correlation] = context.logger[metadataKey: Self.correlation]
        logger.log(
            level: level, "request",
            metadata: [
                "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
                "ms": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ])
        return response
    }
}
