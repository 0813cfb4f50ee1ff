import Encodings
import HTTPTransport
import PortableFoundation

extension RelyingParty {
    /// Makes sure that the authority's metadata can be fetched and used (OpenID Connect Discovery 1.0, section 4).
    ///
    /// - Throws: An error if none is cached that is fresh, and none can be fetched.
    public func checkReadiness(policy: String?) async throws(OpenIDConnectError) {
        _ = try await provider.metadata(policy: policy).freshValue()
    }

    /// Fetches the metadata to check whether the authority is reachable, without changing the cache.
    ///
    /// - Parameters:
    ///   - policy: The policy whose metadata is fetched.
    ///   - timeout: Time limit; never longer than for any other call.
    /// - Throws: An error if it can't be fetched.
    public func probe(policy: String?, timeout: Duration) async throws(OpenIDConnectError) {
        let call = ProviderCall(
            transport: provider.call.transport, timeout: min(timeout, provider.call.timeout),
            requests: provider.call.requests)
        _ = try await MetadataRequest(authority: configuration.authority, policy: policy).fetch(
            by: call, now: provider.now)
    }

    /// Refetches the metadata, and reports its content and the authority's clock.
    ///
    /// - Throws: Also if no authorization request could be sent by this metadata.
    public func inspect(policy: String?) async throws(OpenIDConnectError) -> ProviderFindings {
        let call = MetadataRequest(authority: configuration.authority, policy: policy)
        let metadata = try await call.fetch(by: provider.call, now: provider.now).value
        try metadata.checkPushedRequests(configuration.pushedRequests)
        let keys = try await KeySet.fetch(from: metadata.keysURL, by: provider.call).value
        let client = try client(metadata)
        // Nothing is sent: this checks whether the client's key, if it is used, can sign.
        return ProviderFindings(
            metadata, keys: keys, clientAuthentication: client.authentication.method,
            assertion: try await ClientAssertionFindings(client))
    }

    /// Sends a made-up code to the token endpoint, which shows whether the authority accepts the client's credential.
    ///
    /// - Returns: `nil` if the client has none, and nothing was sent.
    /// - Throws: An error if the metadata can't be fetched, the client can't authenticate as it is configured, or there
    ///   is no response.
    public func checkCredential(policy: String?) async throws(OpenIDConnectError) -> CredentialVerdict? {
        let client = try client(try await metadata(policy))
        guard client.authentication.method != .publicClient else { return nil }
        let form = FormBody([
            ("grant_type", "authorization_code"), ("code", SecureRandom.text()),
            ("redirect_uri", configuration.redirectURI), ("code_verifier", SecureRandom.text()),
        ])
        do {
            _ = try await client.tokens(for: form)
            return .unclear(OpenIDConnectError(.madeUpCodeAccepted))
        } catch {
            switch error.kind {
            case .providerUnreachable, .providerTimedOut: throw error
            default: return CredentialVerdict(refusalOfMadeUpCode: error)
            }
        }
    }

    /// Starts a sign-in, which expires unused, if that pushes the authorization request (RFC 9126).
    ///
    /// - Returns: Why the plain request is sent; `nil` if nothing was refused.
    /// - Throws: An error if no sign-in can start, because the request is refused or there is no response.
    public func checkPushedRequest(policy: String?) async throws(OpenIDConnectError) -> OpenIDConnectError? {
        guard configuration.pushedRequests != .never, try await metadata(policy).pushedRequestEndpoint != nil else {
            return nil
        }
        return try await startSignIn(SignInRequest(policy: policy)).refusedPush
    }

    /// Whether a text is the authority's issuer, byte for byte, as third-party-initiated login has to check (OpenID
    /// Connect Core, section 4).
    ///
    /// - Throws: An error if the metadata can't be fetched and the text may be the issuer by the authority's address.
    public func isIssuer(_ text: String, policy: String?) async throws(OpenIDConnectError) -> Bool {
        guard configuration.authority.mayHave(issuer: text) else { return false }
        return configuration.authority.rule(forIssuer: try await metadata(policy).issuer).covers(text)
    }
}
