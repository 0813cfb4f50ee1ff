import HTTPTransport
import HTTPTypes
import Hummingbird
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
        guard let provider, let seen = ReceivedRequest(request.head, body: body.readableBytesView) else {
            throw HTTPError(.notFound)
        }
        return try await provider.response(to: seen).response
    }
}
