import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import OpenIDConnect
import SessionRegistry

/// Says whether the process is alive, and whether what it depends on is there.
struct HealthProbes: RouterMiddleware {
    let relyingParty: RelyingParty
    let registry: any SessionRegistry
    let transport: any HTTPTransport
    let configuration: TasksWebConfiguration

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard path == SitePath.alive || path == SitePath.ready else { return try await next(request, context) }
        guard request.method == .get || request.method == .head else {
            throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return path == SitePath.alive ? json(.ok, #"{"status":"alive"}"#) : await readiness()
    }

    private func readiness() async -> Response {
        async let authority = isThere {
            // One after the other: they share an authority, and mostly its answers from the cache.
            for policy in configuration.policies.asked { try await relyingParty.checkReadiness(policy: policy) }
        }
        // 401 is what an API says to a call without a token: it is there.
        async let api = isThere {
            let answer = try await transport.send(TransportRequest(.get, configuration.tasksAPI, timeout: configuration.apiTimeout))
            guard answer.status.code < 500 else { throw PageError(.unavailable(.api)) }
        }
        async let database = isThere { try await registry.check() }
        let found = await [("authority", authority), ("database", database), ("taskWebAPI", api)]
        let isReady = found.allSatisfy(\.1)
        let dependencies = found.map { #""\#($0.0)":"\#($0.1 ? "ready" : "away")""# }.joined(separator: ",")
        return json(
            isReady ? .ok : .serviceUnavailable,
            #"{"status":"\#(isReady ? "ready" : "not ready")","dependencies":{\#(dependencies)}}"#)
    }

    private func isThere(_ check: () async throws -> Void) async -> Bool {
        do {
            try await check()
            return true
        } catch {
            return false
        }
    }

    private func json(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
