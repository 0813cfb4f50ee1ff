import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import WebSupport

/// Wraps the router: lets requests wait for room, refuses those for other hosts, times them, and dates responses.
///
/// A time ends when the response is ready to be sent. How long the client takes to read it isn't part of it.
struct ServerResponder<Base: HTTPResponder>: Sendable
where Base.Context: RequestContext & InitializableFromSource<ApplicationRequestContextSource> {
    let base: Base
    /// The hosts that requests may be for.
    let hosts: ServedHosts
    let budget: ResponseBudget
    /// Whether a request may be left unfinished if its client hangs up.
    let isDispensable: @Sendable (Request) -> Bool
    /// `nil`: nothing is measured.
    let metrics: ServerMetrics?
    /// Whether the logger of each request has Hummingbird's id.
    let hasRequestIDs: Bool
    var logger: Logger

    /// Makes the response to a request, once there is room for it, and sends it.
    ///
    /// - Throws: `ChannelError` or `CancellationError` if the client has disconnected, and the errors of the response's
    ///   body.
    @Sendable func serve(_ request: Request, _ exchanges: ExchangeHandler, _ channel: any Channel) async throws {
        metrics?.requestStarted()
        defer { metrics?.requestEnded() }
        exchanges.startWork(isDispensable: isDispensable(request))
        // A probe must not wait for others' clients.
        let isProbe = ServedHosts.probes.contains(request.head.path ?? "")
        let turn: ResponseBudget.Turn?
        do {
            turn = isProbe ? nil : try await budget.start(on: channel, isEstimated: request.method == .get)
        } catch is ResponseBudget.FullError {
            metrics?.record(request.method, route: nil, status: .serviceUnavailable, .zero)
            return try await exchanges.send(Response(status: .serviceUnavailable, headers: [.retryAfter: "1"]))
        }
        defer { if let turn { budget.finish(turn) } }
        let response =
            hasRequestIDs
            ? await identifiedResponse(to: request, on: channel) : await response(to: request, on: channel)
        try await exchanges.send(response)
    }

    /// The response to a request whose logger has an id, also as the task's logger.
    @inline(never)  // frame
    private func identifiedResponse(to request: Request, on channel: any Channel) async -> Response {
        var identified = self
        identified.logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
        return await withLogger(identified.logger) { _ in await identified.response(to: request, on: channel) }
    }

    /// The response to a request, which may also be that to an error of the router.
    private func response(to request: Request, on channel: any Channel) async -> Response {
        let context = Base.Context(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let start = metrics.map { _ in ContinuousClock.now }
        let response: Response
        do {
            response =
                if !hosts.include(request) {
                    hosts.misdirected
                } else if AllowedMethods.isKnown(request.method) {
                    try await base.respond(to: request, context: context)
                } else {
                    try await respondToUnknownMethod(request, context)
                }
        } catch {
            response = self.response(to: error)
        }
        return finished(response, to: request, context, since: start)
    }

    @inline(never)  // frame
    private func respondToUnknownMethod(_ request: Request, _ context: Base.Context) async throws -> Response {
        try await base.respond(to: request.withUnknownMethodReplaced(), context: context)
    }

    @inline(never)  // frame
    private func response(to error: any Error) -> Response {
        logger.debug("Request failed", metadata: ["reason": "\(error)"])
        if Task.isCancelled { return Response(status: .clientClosedRequest) }
        let status: HTTPResponse.Status =
            switch error {
            case is HTTPParserError: .badRequest
            case is NIOTooManyBytesError: .contentTooLarge
            default: .internalServerError
            }
        return Response(status: status)
    }

    /// Records the response, and adds the date.
    @inline(never)  // frame
    private func finished(
        _ response: Response, to request: Request, _ context: Base.Context, since start: ContinuousClock.Instant?
    ) -> Response {
        var response = response
        if let metrics, let start {
            let duration = ContinuousClock.now - start
            metrics.record(request.method, route: context.endpointPath, status: response.status, duration)
        }
        // Clients would take the body for the next response (RFC 9110, section 9.3.2).
        if request.method == .head { response = response.withoutBody }
        // No handler sets it.
        response.headers.append(ResponseDate.field)
        return response
    }
}

extension Response {
    /// The response to HEAD, with the length of GET's body, if that is known (RFC 9110, section 8.6).
    fileprivate var withoutBody: Response {
        guard body.contentLength == nil else { return createHeadResponse() }
        var response = self
        response.body = ResponseBody { try await $0.finish(nil) }
        return response
    }
}
