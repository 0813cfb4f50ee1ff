public import HTTPTransport

/// An authority's metadata, as far as `check` compares it with the settings (OpenID Connect Discovery 1.0, section 3).
public struct ProviderFindings: Sendable {
    /// The issuer.
    public let issuer: String
    /// The authorization endpoint.
    public let authorizationEndpoint: HTTPURL
    /// The end session endpoint; `nil` if there is none.
    public let endSessionEndpoint: HTTPURL?
    /// The number of keys that can verify a signature here; with none, no sign-in can succeed.
    public let usableKeys: Int
    /// How the client would authenticate.
    public let clientAuthentication: ClientAuthenticationMethod
    /// The methods that discovery offers; `nil` if it names none.
    public let offeredClientAuthentication: [String]?
    /// The response modes that discovery publishes; `nil` if it names none.
    public let responseModes: [String]?
    /// The scopes that discovery publishes; `nil` if it names none.
    public let scopes: [String]?
    /// How many seconds the authority's clock is ahead of the local one, by its `Date`; more than 60 either way break
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
