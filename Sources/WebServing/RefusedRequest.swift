import HTTPTypes

/// A request that is refused before the application sees it.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    /// What is wrong with the request, for the response's body.
    let reason: String

    static let fieldsTooLarge = RefusedRequest(
        status: .requestHeaderFieldsTooLarge,
        reason: "Send at most \(WebServer.maximumHeaderFields) header fields, in all at most 64 KiB.")
    static let tooSlow = RefusedRequest(status: .requestTimeout, reason: "The request took too long to arrive.")
    static let malformed = badRequest("This is not a valid HTTP request.")

    static func badRequest(_ reason: String) -> RefusedRequest { RefusedRequest(status: .badRequest, reason: reason) }
}
