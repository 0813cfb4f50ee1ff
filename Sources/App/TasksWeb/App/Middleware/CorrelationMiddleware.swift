import Encodings
import HTTPTypes
import Hummingbird
package import Logging
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

/// Identifies a request in the logs of all that take part in it.
package struct Correlation: Sendable {
    /// The correlation of the request that is being served.
    @TaskLocal static var current: Correlation?

    /// The correlation identifier of the request that is being served.
    static var identifier: String? { current?.identifier }

    let identifier: String
    var client: Client?

    /// The client of a request, whose address only lines of the log need.
    struct Client: Sendable {
        let peer: SocketAddress?
        let fields: HTTPFields
        let proxies: TrustedProxies

        var address: String? { proxies.client(peer: peer?.ipAddress, fields: fields) }
    }

    /// Adds the identifiers and the client of the request to each log line that is written for it.
    package static let metadata = Logger.MetadataProvider {
        var metadata: Logger.Metadata = [:]
        let correlation = current
        metadata["correlation"] = correlation.map { "\($0.identifier)" }
        metadata["client"] = correlation?.client?.address.map { "\($0)" }
        metadata["trace"] = TraceParent.current.map { "\($0.traceID)" }
        return metadata
    }
}
