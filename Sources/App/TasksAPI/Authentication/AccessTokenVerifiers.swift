package import OpenIDConnect

/// Identifies the user of a token of one of several authorities, each with its own audience and policies.
package struct AccessTokenVerifiers: AccessTokenVerifying {
    private let verifiers: [AccessTokenVerifier]

    package init(_ verifiers: [AccessTokenVerifier]) { self.verifiers = verifiers }

    /// Verifies a token by the authorities that may have issued it.
    ///
    /// Two may have the same issuer, such as two clients of one tenant, so the first that accepts the token decides.
    package func bearer(of token: String) async throws(AccessTokenError) -> Bearer {
        if verifiers.count == 1 { return try await verifiers[0].bearer(of: token) }
        let claims = Claims.unverified(ofJWT: token)
        var refusal = AccessTokenError.invalid(
            reason: claims?.entraVersion1Refusal?.description ?? "it is another issuer's, or nobody's")
        for verifier in candidates(forIssuer: claims?[string: "iss"] ?? "") {
            do {
                return try await verifier.bearer(of: token)
            } catch {
                // "Not known" outranks "no": the authority's keys, out of reach now, might have verified it.
                if case .authorityUnavailable = refusal { continue }
                refusal = error
            }
        }
        throw refusal
    }

    /// The verifiers whose authority may be an issuer.
    ///
    /// Verifiers whose metadata is known to name the issuer come first, so that no unreachable authority delays them.
    private func candidates(forIssuer issuer: String) -> [AccessTokenVerifier] {
        var (known, others) = ([AccessTokenVerifier](), [AccessTokenVerifier]())
        for verifier in verifiers where verifier.authority.mayHave(issuer: issuer) {
            if verifier.isKnown(issuer: issuer) { known.append(verifier) } else { others.append(verifier) }
        }
        return known + others
    }
}
