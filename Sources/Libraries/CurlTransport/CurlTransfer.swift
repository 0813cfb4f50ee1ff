import HTTPTransport
import SystemSupport

/// One call, shared by the waiting task and the loop that performs it.
final class CurlTransfer: Sendable {
    let request: TransportRequest
    let response = PendingResult<CurlReceived>()

    init(_ request: TransportRequest) {
        self.request = request
    }

    func fail(_ error: TransportError) {
        response.resume(with: .failure(error))
    }
}
