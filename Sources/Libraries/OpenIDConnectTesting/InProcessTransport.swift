package import HTTPTransport
import HTTPTypes
package import HummingbirdTesting
import NIOCore

/// Sends requests to an application under test, whatever their host, by its test client.
package struct InProcessTransport: Transport {
    private let client: any TestClientProtocol

    package init(_ client: any TestClientProtocol) {
        self.client = client
    }

    package func send(_ request: TransportRequest) async throws -> TransportResponse {
        let response = try await client.executeRequest(
            uri: request.head.path ?? "/", method: request.head.method, headers: request.head.headerFields,
            body: request.body.map { ByteBuffer(bytes: $0) })
        return TransportResponse(
            status: response.status, headerFields: response.headers, body: Array(response.body.readableBytesView))
    }
}
