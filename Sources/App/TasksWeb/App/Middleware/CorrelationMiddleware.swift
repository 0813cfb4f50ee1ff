import Encodings
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import WebSupport

/// Gives each request its correlation identifier, and its log lines the client.
///
/// The identifier is in its log lines, on its error page, and in each call that it causes.
struct CorrelationMiddleware: RouterMiddleware {
    /// The identifier of all requests; `nil` gives each its own.
    let configured: String?
    /// The proxies that are trusted to name the client.
    var proxies = TrustedProxies()

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let client = Correlation.Client(
            peer: context.peer, fields: proxies.forwardingFields(of: request.headers), proxies: proxies)
        let correlation = Correlation(identifier: configured ?? RandomIdentifier.uuid(), client: client)
        return try await Correlation.$current.withValue(correlation) { try await next(request, context) }
    }
}
