/// An error of the token endpoint as JSON (RFC 6749, section 5.2).
struct ErrorAnswer: Sendable, Encodable {
    let error: String
    let errorDescription: String

    enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
    }
}
