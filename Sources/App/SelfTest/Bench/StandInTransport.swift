import HTTPTransport
import HTTPTypes

/// Sends the requests for one origin to the provider that stands in for it, because Microsoft's rules go by the host.
struct StandInTransport: Transport {
    let base: any Transport
    let origin: String
    let provider: HTTPURL

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        if "\(request.head.scheme ?? "")://\(request.head.authority ?? "")" == origin {
            request.head.scheme = provider.scheme.rawValue
            request.head.authority = provider.authority
        }
        return try await base.send(request)
    }
}
