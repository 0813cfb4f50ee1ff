/// A change to the token endpoint's response.
///
/// More cases may come in a minor version: switch with a `default`.
public enum TokenResponseChange: Sendable, Equatable {
    /// No usable response; the code or the refresh token stays valid.
    case fault(ResponseFault)
    /// Issues the tokens, and then breaks the connection, so that they are lost.
    case lost
    /// Status 400 with an error (RFC 6749, section 5.2).
    case error(String, description: String? = nil)
    /// Status 400 with an error object of this text.
    case refusal(JSONMembers)
    /// Status 400 with an error whose text repeats all that was sent, plain and percent-encoded.
    case echo(String)
    /// Status 429 or 503 with a page of HTML, and `Retry-After`.
    case busy(Int, retryAfter: String?)
    /// `token_type` is `mac`.
    case otherTokenType
    /// No `token_type`.
    case noTokenType
    /// No `id_token`.
    case noIDToken
    /// No `access_token`.
    case noAccessToken
    /// An access token with a line end in it.
    case oddAccessToken
    /// `token_type` is `bearer`: right.
    case lowerCaseTokenType
    /// `expires_in` is a string: accepted everywhere.
    case lifetimeAsText
    /// No `expires_in`: allowed.
    case noLifetime
    /// No `refresh_token`; at a refresh the old one stays good.
    case noRefreshToken

    /// An error as Azure AD B2C words it: `AADB2C` and the number in the description.
    public static func azureError(_ number: Int, _ error: String = "invalid_grant") -> TokenResponseChange {
        .error(error, description: AzureErrorText.description(number))
    }

    /// An error as Microsoft Entra words it.
    public static func entraError(_ number: Int, _ error: String, claims: String? = nil) -> TokenResponseChange {
        var object: JSONMembers = [
            "error": .string(error), "error_description": .string(EntraErrorText.description(number)),
            "error_codes": [.int(number)],
            "trace_id": .string(EntraErrorText.traceID), "correlation_id": .string(EntraErrorText.correlationID),
        ]
        object["claims"] = claims.map(JSON.string)
        return .refusal(object)
    }

    /// Responses to a code that are no token responses, so that no user can be signed in.
    public static let unusable: [TokenResponseChange] =
        ResponseFault.unusable.map { .fault($0) } + [
            .lost, .error("invalid_client"), .error("server_error"), .otherTokenType, .noTokenType, .noIDToken,
            .noAccessToken,
            .oddAccessToken,
        ]

    /// Responses that a relying party has to accept.
    public static let accepted: [TokenResponseChange] = [
        .lowerCaseTokenType, .lifetimeAsText, .noLifetime, .noRefreshToken,
    ]
}
