import Encodings
import FoundationEssentials

/// An error as the protocol spells it: to the token endpoint's caller as JSON, to the client by way of the browser as
/// parameters (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core, section 3.1.2.6).
struct OAuthError: Error, Sendable, Equatable {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case accessDenied = "access_denied"
        case loginRequired = "login_required"
        case interactionRequired = "interaction_required"
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        case registrationNotSupported = "registration_not_supported"
    }

    let code: Code
    /// A sentence, with B2C's number before it if B2C has one for the case.
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let cancelled = OAuthError(
        .accessDenied, "AADB2C90091: The user has cancelled entering self-asserted information.")
    static let passwordForgotten = OAuthError(.accessDenied, "AADB2C90118: The user has forgotten their password.")
    static let noSession = OAuthError(
        .loginRequired,
        "AADB2C90077: User does not have an existing session and request prompt parameter has a value of 'None'.")
    static let otherFlow = OAuthError(.invalidGrant, "AADB2C90088: The grant was issued by another policy.")
    static let expired = OAuthError(.invalidGrant, "AADB2C90080: The grant is unknown or has expired.")
    static let revoked = OAuthError(.invalidGrant, "AADB2C90129: The grant has been revoked.")
}

/// The text of `error_description`: the message, then the details that support needs, laid out as B2C does.
struct ErrorDescription: Sendable, CustomStringConvertible {
    let description: String

    init(_ error: OAuthError, at date: Date) {
        let timestamp = date.formatted(.iso8601).replacing("T", with: " ")
        description = "\(error.message) Correlation ID: \(RandomIdentifier.uuid()) Timestamp: \(timestamp)"
    }
}
