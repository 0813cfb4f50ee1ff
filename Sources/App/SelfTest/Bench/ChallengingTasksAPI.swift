import HTTPTransport
import HTTPTypes

/// A tasks API without tasks, which requires something of the sign-in behind each access token.
///
/// It takes the place of the transport that sends the front end's calls to it.
struct ChallengingTasksAPI: Transport {
    /// The `WWW-Authenticate` fields of a response to a token that doesn't do.
    let fields: [String]
    let accepts: @Sendable (DecodedToken) -> Bool

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let token = request.head.headerFields[.authorization].map {
            DecodedToken(String($0.dropFirst("Bearer ".count)))
        }
        guard let token, accepts(token) else {
            var headerFields = HTTPFields()
            for field in fields { headerFields.append(HTTPField(name: .wwwAuthenticate, value: field)) }
            return TransportResponse(status: .unauthorized, headerFields: headerFields)
        }
        return TransportResponse(status: .ok, headerFields: [.contentType: "application/json"], body: Array("[]".utf8))
    }
}
