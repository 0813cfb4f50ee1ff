import HTTPTypes

/// A request that is refused before the application sees it.
struct RefusedRequestError: Error {
    let status: HTTPResponse.Status
    /// The request's fault, for the response's body.
    let reason: String

    static let tooSlow = RefusedRequestError(status: .requestTimeout, reason: "The request took too long to arrive.")
    static let malformed = badRequest("This is not a valid HTTP request.")

    static func fieldsTooLarge(_ limits: HeadLimits) -> RefusedRequestError {
        RefusedRequestError(
            status: .requestHeaderFieldsTooLarge,
            reason: "Send at most \(limits.fields) header fields, in all at most \(limits.bytes) bytes.")
    }

    static func badRequest(_ reason: String) -> RefusedRequestError {
        RefusedRequestError(status: .badRequest, reason: reason)
    }
}
