public import HTTPTransport
public import HTTPTypes

extension TransportResponse {
    /// A response of `application/json`, for a ``RecordingTransport``.
    public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> TransportResponse {
        TransportResponse(status: status, headerFields: [.contentType: "application/json"], body: Array(text.utf8))
    }
}
