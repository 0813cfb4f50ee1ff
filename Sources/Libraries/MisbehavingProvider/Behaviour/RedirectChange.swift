/// A change to the response at the redirect URI.
///
/// More cases may come in a minor version: switch with a `default`.
public enum RedirectChange: Sendable, Equatable {
    /// No `state`.
    case noState
    /// A `state` of no request.
    case wrongState
    /// `state` twice, the right one first.
    case repeatedState
    /// `code` twice, the right one first.
    case repeatedCode
    /// Neither `code` nor `error`.
    case noCode
    /// A code that the provider never issued.
    case madeUpCode
    /// No `iss` (RFC 9207), although it is promised.
    case noIssuer
    /// Another issuer's `iss`.
    case wrongIssuer
    /// Unknown parameters, and `session_state`: no reason to refuse anything.
    case furtherParameters
    /// An error in place of the code.
    case error(String, description: String? = nil)

    /// An error as Azure AD B2C words it: `AADB2C` and the number in the description.
    public static func azureError(_ number: Int, _ error: String = "access_denied") -> RedirectChange {
        .error(error, description: AzureErrorText.description(number))
    }

    /// An error as Microsoft Entra words it.
    public static func entraError(_ number: Int, _ error: String = "access_denied") -> RedirectChange {
        .error(error, description: EntraErrorText.description(number))
    }

    /// The changes, other than errors, that a relying party has to refuse.
    public static let refused: [RedirectChange] = [
        .noState, .wrongState, .repeatedState, .repeatedCode, .noCode, .madeUpCode, .noIssuer, .wrongIssuer,
    ]
}
