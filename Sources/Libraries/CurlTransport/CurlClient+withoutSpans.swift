package import HTTPTransport

extension CurlClient {
    /// Sends requests as the client does, but records no span of them: for a service that sends spans itself.
    package var withoutSpans: any Transport { UntracedTransport(client: self) }
}

private struct UntracedTransport: Transport {
    let client: CurlClient

    func send(_ request: TransportRequest) async throws -> TransportResponse { try await client.perform(request) }
}
