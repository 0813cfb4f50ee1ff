import Encodings
import HTTPTypes
import Hummingbird
import Logging

/// Gives each request its correlation identifier: in its log, on its error page, and on each call that it causes.
struct CorrelationMiddleware: RouterMiddleware {
    let configured: String?

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let identifier = configured ?? SecureRandom.uuid()
        var context = context
        context.logger[metadataKey: "correlation"] = "\(identifier)"
        return try await Correlation.$identifier.withValue(identifier) { [context] in
            try await next(request, context)
        }
    }
}

/// By which a call is found in the logs of all that took part in it.
enum Correlation {
    /// The identifier of the request that is being served.
    @TaskLocal static var identifier: String?
}
