import Encodings

/// Decides whether an answer at the redirect URI belongs to an attempt, and what it brings: a code, or an error.
struct AuthorizationResponseCheck {
    let attempt: SignInAttempt
    /// Whether the authority promised to name itself in each answer (RFC 9207, section 2.4).
    let issuerIsPromised: Bool

    /// The code to redeem.
    ///
    /// `state` comes before all else, errors too; then the issuer; then what the authority has to say.
    func code(in response: AuthorizationResponse) throws(OpenIDConnectError) -> String {
        try Self.checkState(response, attempt)
        if let issuer = response.issuer {
            guard ConstantTime.equal(issuer, attempt.issuer) else {
                throw OpenIDConnectError(.invalidResponse, "the answer comes from another issuer")
            }
        } else if issuerIsPromised {
            throw OpenIDConnectError(
                .invalidResponse, "the answer does not name its issuer, which the authority promised")
        }
        if let error = response.error {
            var secrets = ExchangeSecrets(attempt)
            secrets.insert([response.code])
            throw ProviderRefusal(error: error, description: response.errorDescription, secrets: secrets).atRedirect
        }
        guard let code = response.code else {
            throw OpenIDConnectError(.invalidResponse, "the answer has neither code nor error")
        }
        return code
    }

    static func checkState(_ response: AuthorizationResponse, _ attempt: SignInAttempt) throws(OpenIDConnectError) {
        guard !attempt.state.isEmpty, let state = response.state, ConstantTime.equal(state, attempt.state) else {
            throw OpenIDConnectError(.unknownState, "the answer is to no attempt of this browser's")
        }
    }
}
