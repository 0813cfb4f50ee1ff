import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect

/// Sends requests with the access token of one request's session.
///
/// The token is refreshed before it expires. If it is refused, it is refreshed once and the request sent once more.
struct BearerTransport: Transport {
    let base: any Transport
    let session: RequestSession

    /// - Throws: `SignInError` if there is no token that is valid, and what the transport below throws.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        request.correlate()
        return try await session.withAccessToken { [base] token in
            var request = request
            request.head.headerFields[.authorization] = "Bearer \(token)"
            return try await base.send(request)
        } status: {
            $0.status
        }
    }
}
