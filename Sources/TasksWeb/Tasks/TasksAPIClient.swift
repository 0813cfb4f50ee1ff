import HTTPTransport
import HTTPTypes

/// Sends a call to the tasks API with a person's token, and says in the site's words what came of it.
struct TasksAPIClient: Sendable {
    /// What the API answers to a token that it doesn't take.
    struct Unauthorized: Error {}

    let transport: any HTTPTransport

    /// - Throws: ``Unauthorized`` where the API answers 401, ``PageError`` for anything else but success.
    func send(_ request: TransportRequest, token: String) async throws -> TransportResponse {
        var request = request
        request.head.headerFields[.authorization] = "Bearer \(token)"
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as TransportError {
            throw PageError(error.kind == .timedOut ? .timedOut(.api) : .unavailable(.api), detail: error.description)
        }
        switch response.status.code {
        case 200..<300: return response
        case 401: throw Unauthorized()
        case 400, 422: throw PageError(.invalidInput(.refusedByAPI))
        case 403: throw PageError(.forbidden)
        case 404: throw PageError(.noSuchTask)
        case 503: throw PageError(.apiBusy)
        default: throw PageError(.unavailable(.api), detail: "the tasks API answered \(response.status.code)")
        }
    }
}
