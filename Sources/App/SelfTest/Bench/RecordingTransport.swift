import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import Synchronization

/// Records the provider's responses, so that a trial can check that the provider misbehaved as configured.
final class RecordingTransport: Transport {
    private let transport: any Transport
    private let seen = Mutex<[(path: String, response: TransportResponse)]>([])

    init(_ transport: any Transport) {
        self.transport = transport
    }

    /// The responses of one of the provider's endpoints so far, oldest first.
    func responses(at endpoint: Endpoint) -> [TransportResponse] {
        seen.withLock { $0.filter { $0.path.hasSuffix(endpoint.rawValue) }.map(\.response) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let response = try await transport.send(request)
        let path = String((request.head.path ?? "").prefix { $0 != "?" })
        seen.withLock { $0.append((path, response)) }
        return response
    }
}
