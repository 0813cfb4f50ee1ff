public import HTTPTransport

/// An authority's metadata, as far as `check` compares it with the settings (OpenID Connect Discovery 1.0, section 3).
public struct ProviderFindings: Sendable {
    /// The issuer.
    public let issuer: String
    /// The authorization endpoint.
    public let authorizationEndpoint: HTTPURL
    /// Where sign-outs go, if they can.
    public let endSessionEndpoint: HTTPURL?
    /// How many of its keys can verify a signature here; none means that no sign-in can end.
    public let usableKeys: Int
    /// How the client would prove itself.
    public let clientAuthentication: ClientAuthenticationMethod
    /// The methods that discovery offers; `nil` if it names none.
    public let offeredClientAuthentication: [String]?
    /// The response modes that discovery publishes; `nil` if it names none.
    public let responseModes: [String]?
    /// The scopes that discovery publishes; `nil` if it names none.
    public let scopes: [String]?
    /// By how many seconds the authority's clock is ahead of ours, by its `Date`; more than 60 either way breaks
    /// sign-ins.
    public let clockDifference: Double?

    init(_ metadata: ProviderMetadata, usableKeys: Int, clientAuthentication: ClientAuthenticationMethod) {
        issuer = metadata.issuer
        authorizationEndpoint = metadata.authorizationEndpoint
        endSessionEndpoint = metadata.endSessionEndpoint
        self.usableKeys = usableKeys
        self.clientAuthentication = clientAuthentication
        offeredClientAuthentication = metadata.clientAuthentication
        responseModes = metadata.responseModes
        scopes = metadata.scopes
        clockDifference = metadata.clockDifference
    }
}
