import FoundationEssentials

/// The text of `error_description`: the message, then what support would ask for, laid out as B2C does.
struct ErrorDescription: Sendable, CustomStringConvertible {
    let description: String

    init(_ error: OAuthError, at date: Date) {
        let timestamp = date.formatted(.iso8601).replacing("T", with: " ")
        description = "\(error.message) Correlation ID: \(UUID().uuidString.lowercased()) Timestamp: \(timestamp)"
    }
}
