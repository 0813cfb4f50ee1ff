import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import WebSupport

/// Hands requests to a provider, which exists only once the port that its addresses name is known.
final class ProviderResponder: Sendable {
    private let holder = Mutex<ScriptedProvider?>(nil)

    var provider: ScriptedProvider? {
        get { holder.withLock { $0 } }
        set { holder.withLock { $0 = newValue } }
    }

    /// Any path is accepted; its end names the endpoint.
    func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for method in [HTTPRequest.Method.get, .post] {
            router.on("**", method: method) { request, _ in try await self.respond(request) }
        }
        return router
    }

    private func respond(_ request: Request) async throws -> Response {
        let body = try await request.wholeBody()
        guard let provider, let seen = Self.read(request, body: body) else { throw HTTPError(.notFound) }
        let wait = provider.withState { state -> Duration? in
            state.requests.append(seen)
            return state.wait(seen)
        }
        if let wait { try await Task.sleep(for: wait) }
        return try provider.withState { try $0.response(seen) }.response
    }

    private static func read(_ request: Request, body: ByteBuffer) -> ReceivedRequest? {
        let path = request.uri.path
        guard let endpoint = Endpoint.allCases.first(where: { path.hasSuffix($0.rawValue) }),
            let query = FormBody(parsing: request.uri.query ?? "")
        else { return nil }
        var base = String(path.dropLast(endpoint.rawValue.count))
        if endpoint == .metadata, base.hasSuffix("/v2.0") { base.removeLast(5) }
        let policy =
            query[single: "p"]
            ?? base.split(separator: "/").last { $0.lowercased().hasPrefix("b2c_1") }.map(String.init)
        return ReceivedRequest(
            endpoint: endpoint, policy: policy, method: request.method, path: path, query: query,
            form: FormBody(parsing: String(buffer: body)) ?? FormBody(), headerFields: request.headers, base: base)
    }
}
