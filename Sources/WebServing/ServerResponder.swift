import HTTPTypes
import Hummingbird

/// Wraps the router: refuses requests for other hosts, and times requests.
///
/// A time ends when the response is ready to be sent. How long the client takes to read it isn't part of it.
struct ServerResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: RequestContext {
    let base: Base
    /// The hosts that requests may be for.
    let hosts: ServedHosts
    /// `nil`: nothing is measured.
    let metrics: ServerMetrics?

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        let start = metrics.map { _ in ContinuousClock.now }
        do {
            let response =
                hosts.include(request)
                ? try await base.respond(to: request.withKnownMethod(), context: context) : ServedHosts.misdirected
            record(request, context, response.status, since: start)
            // Clients would take the body for the next response (RFC 9110, section 9.3.2).
            return request.method == .head ? response.createHeadResponse() : response
        } catch {
            record(request, context, (error as? any HTTPResponseError)?.status ?? .internalServerError, since: start)
            throw error
        }
    }

    private func record(
        _ request: Request, _ context: Base.Context, _ status: HTTPResponse.Status,
        since start: ContinuousClock.Instant?
    ) {
        guard let metrics, let start else { return }
        metrics.record(request.method, route: context.endpointPath, status: status, ContinuousClock.now - start)
    }
}
