import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Wraps the router: refuses requests for other hosts, times requests, and dates responses.
///
/// A time ends when the response is ready to be sent. How long the client takes to read it isn't part of it.
struct ServerResponder<Base: HTTPResponder>: Sendable
where Base.Context: RequestContext & InitializableFromSource<ApplicationRequestContextSource> {
    let base: Base
    /// The hosts that requests may be for.
    let hosts: ServedHosts
    /// `nil`: nothing is measured.
    let metrics: ServerMetrics?
    let logger: Logger
    let date = ResponseDate()

    /// The response to a request, which may also be that to an error of the router.
    func respond(to request: Request, on channel: any Channel) async -> Response {
        let context = Base.Context(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let start = metrics.map { _ in ContinuousClock.now }
        var response: Response
        do {
            response =
                hosts.include(request)
                ? try await base.respond(to: request.withKnownMethod(), context: context) : ServedHosts.misdirected
        } catch {
            logger.debug("Request failed", metadata: ["reason": "\(error)"])
            response = Response(status: error is HTTPParserError ? .badRequest : .internalServerError)
        }
        if let metrics, let start {
            let duration = ContinuousClock.now - start
            metrics.record(request.method, route: context.endpointPath, status: response.status, duration)
        }
        // Clients would take the body for the next response (RFC 9110, section 9.3.2).
        if request.method == .head { response = response.createHeadResponse() }
        response.headers[.date] = date.text
        return response
    }
}
