import Encodings

/// Checks the response to one sign-in attempt, and reads its outcome: a code, or an error.
struct AuthorizationResponseCheck {
    private let response: AuthorizationResponse
    private let attempt: SignInAttempt

    /// Checks `state`, which has to come first, also for errors.
    init(_ response: AuthorizationResponse, to attempt: SignInAttempt) throws(OpenIDConnectError) {
        guard !attempt.state.isEmpty, let state = response.state, ByteEquality.equal(state, attempt.state) else {
            throw OpenIDConnectError(.attemptUnknown)
        }
        self.response = response
        self.attempt = attempt
    }

    /// The code to redeem, if the issuer is right and the authority reports no error.
    ///
    /// - Parameters:
    ///   - rule: The rule for the attempt's issuer.
    ///   - issuerIsPromised: Whether the authority promised to name itself in each response (RFC 9207, section 2.4).
    func code(from rule: IssuerRule, issuerIsPromised: Bool) throws(OpenIDConnectError) -> String {
        if let issuer = response.issuer {
            guard rule.covers(issuer) else {
                throw OpenIDConnectError(.responseOfOtherIssuer, "iss \(issuer)")
            }
        } else if issuerIsPromised {
            throw OpenIDConnectError(.responseWithoutIssuer)
        }
        if let error = response.error {
            var secrets = attempt.secrets
            secrets.insert([response.code])
            throw ProviderRefusal(error: error, description: response.errorDescription, secrets: secrets).atRedirect
        }
        guard let code = response.code else {
            throw OpenIDConnectError(.responseWithoutCode)
        }
        return code
    }
}
