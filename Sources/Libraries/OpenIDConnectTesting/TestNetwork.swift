import HTTPTransport
import HTTPTypes
import MisbehavingProvider

/// Sends a browser's requests to the provider, in the name of the browser's user, and all others to the application.
struct TestNetwork: Transport {
    let provider: ScriptedProvider
    let application: InProcessTransport
    /// `nil`: the provider's user.
    let user: ScriptedUser?

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        request.head.authority == provider.url.authority
            ? try await provider.send(request, as: user) : try await application.send(request)
    }
}
