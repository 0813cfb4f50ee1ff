/// An `error` and `error_description` of the authority's, as they come at the redirect URI and from its endpoints.
struct ProviderRefusal {
    let error: String
    let description: String?

    /// What the authority's own code asks for; `nil` where it gave none that Azure AD B2C knows.
    var policyError: PolicyError? { description.flatMap(PolicyError.init(description:)) }

    /// The error of an answer at the redirect URI.
    ///
    /// An AADB2C code decides before `error` does.
    var atRedirect: OpenIDConnectError {
        if let policyError { return failure(policyError.kind) }
        switch error {
        case "access_denied": return failure(.cancelled)
        case "login_required": return failure(.signInAgain)
        case "temporarily_unavailable": return failure(.temporarilyUnavailable)
        default: return failure(.refusedByProvider(code: sanitizedCode))
        }
    }

    /// The error of an answer of the token endpoint (RFC 6749, section 5.2).
    ///
    /// Here, too, an AADB2C code decides before `error` does, as far as it means something to whoever has no browser at hand.
    var atTokenEndpoint: OpenIDConnectError {
        switch policyError?.kind {
        case .signInAgain: failure(.signInAgain)
        case .configuration(let setting):
            failure(error == "invalid_grant" ? .invalidGrantByConfiguration(setting: setting) : .configuration(setting: setting))
        default: failure(error == "invalid_grant" ? .invalidGrant : .badTokenResponse)
        }
    }

    /// The code of an OAuth error, fit to be shown and logged.
    var sanitizedCode: String {
        let code = error.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_.-".unicodeScalars.contains($0))
        }
        return code.isEmpty ? "unknown" : String(String.UnicodeScalarView(code.prefix(64)))
    }

    private func failure(_ kind: OpenIDConnectError.Kind) -> OpenIDConnectError {
        let words = description.map { ": \(ProviderText.sanitized($0))" } ?? ""
        return OpenIDConnectError(
            kind, "the authority answered \(policyError?.code ?? sanitizedCode)\(words)", providerCorrelationID: policyError?.correlationID)
    }
}
