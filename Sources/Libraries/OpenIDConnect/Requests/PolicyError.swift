/// An error code of Azure AD B2C, found in an `error_description` (`AADB2C90118: … Correlation ID: … Timestamp: …`).
///
/// B2C sends `error=access_denied` for nearly everything, so its own code decides.
struct PolicyError: Equatable {
    let number: Int

    /// `nil` if the text has no code.
    init?(description: String) {
        guard let number = ProviderText.number(after: "AADB2C", in: description, digits: 4...7) else { return nil }
        self.number = number
    }

    /// The code, as `AADB2C90118`.
    var code: String { "AADB2C\(number)" }

    /// The error's kind, which decides what the application should do.
    var kind: OpenIDConnectError.Kind {
        switch number {
        case 90118: .passwordForgotten
        case 90091: .cancelled
        case 90273: .cancelledAtSocialProvider
        case 90077, 90080, 90088, 90128, 90129, 90048, 90085: .signInAgain
        case 90035: .temporarilyUnavailable(retryAfter: OpenIDConnectError.usualPause)
        case 90006, 90007, 90036, 90067: .configuration(.redirectURI)
        case 90008, 90018, 90068: .configuration(.clientID)
        case 90079, 90081: .configuration(.clientSecret)
        case 90055, 90115, 90117, 90146, 90205: .configuration(.scopes)
        case 90120: .configuration(.extraParameters)
        default: .refusedByProvider(code: code)
        }
    }
}
