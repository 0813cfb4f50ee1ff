import HTTPTypes
package import Hummingbird
package import Logging

/// Logs each request when its response starts: method, route, path, status, time, size and session.
///
/// The query is never logged, because it may have codes.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
    /// Maximum length of a logged path, in bytes.
    ///
    /// No route is as long.
    ///
    /// Collectors of logs split long lines, and a client would write the line after the split.
    private static var maximumPathBytes: Int { 512 }

    private let logger: Logger
    private let session: @Sendable (Context) -> String?

    /// A log that writes at the level `info`.
    ///
    /// - Parameter session: The name that logs have for a request's session, called once there is a response.
    package init(_ logger: Logger, session: @escaping @Sendable (Context) -> String? = { _ in nil }) {
        self.logger = logger
        self.session = session
    }

    /// Passes the request on and logs the response, or the error that becomes one further out.
    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
        async throws -> Response
    {
        guard logger.logLevel <= .info else { return try await next(request, context) }
        let start = ContinuousClock.now
        do {
            let response = try await next(request, context)
            let bytes = request.method == .head ? 0 : response.body.contentLength
            log(request, context, response.status, start, bytes: bytes)
            return response
        } catch {
            log(request, context, (error as? any HTTPResponseError)?.status ?? .internalServerError, start, bytes: nil)
            throw error
        }
    }

    @inline(never)  // frame
    private func log(
        _ request: Request, _ context: Context, _ status: HTTPResponse.Status, _ start: ContinuousClock.Instant,
        bytes: Int?
    ) {
        var metadata: Logger.Metadata = [
            "method": "\(request.method)", "route": "\(context.route)", "path": "\(Self.path(of: request))",
            "status": "\(status.code)", "ms": "\((ContinuousClock.now - start) / .milliseconds(1))",
        ]
        metadata["bytes"] = bytes.map { "\($0)" }
        metadata["session"] = session(context).map { "\($0)" }
        logger.info("request", metadata: metadata)
    }

    /// The path without a query, also if something on the way has encoded the question mark.
    private static func path(of request: Request) -> String {
        var path = request.uri.path[...]
        if path.utf8.contains(UInt8(ascii: "%")) {
            for mark in ["%3F", "%3f"] { path = path.firstRange(of: mark).map { path[..<$0.lowerBound] } ?? path }
        }
        let bytes = path.utf8
        return bytes.count <= maximumPathBytes ? String(path) : "\(Substring(bytes.prefix(maximumPathBytes)))…"
    }
}

extension RequestContext {
    /// The pattern of the request's route, such as `/tasks/{id}`; `unknown` without a route, which Hummingbird calls
    /// `NotFound`.
    fileprivate var route: String { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "unknown" }
}
