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
    /// Which keys can't be used and why, in words; `nil` if all keys for signatures can.
    public let unusableKeys: String?
    /// Lists that name nothing this client can use, in words; with one, no sign-in can succeed.
    public let mismatches: [String]
    /// How the client would authenticate.
    public let clientAuthentication: ClientAuthenticationMethod
    /// The methods that discovery offers; `nil` if it names none.
    public let offeredClientAuthentication: [String]?
    /// The assertion that the client would authenticate with; `nil` if it uses none.
    public let assertion: ClientAssertionFindings?
    /// The response modes that discovery publishes; `nil` if it names none.
    public let responseModes: [String]?
    /// The scopes that discovery publishes; `nil` if it names none.
    public let scopes: [String]?
    /// How many seconds the authority's clock is ahead of the local one, by its `Date`; more than 60 break sign-ins,
    /// and so may less than -60, because the authority takes signed assertions for ones from the future.
    public let clockDifference: Double?

    /// Whether discovery offers how the client would authenticate, or offers nothing.
    public var offersClientAuthentication: Bool {
        offeredClientAuthentication?.contains(clientAuthentication.rawValue) ?? true
    }

    init(
        _ metadata: ProviderMetadata, keys: KeySet, clientAuthentication: ClientAuthenticationMethod,
        assertion: ClientAssertionFindings?
    ) {
        issuer = metadata.issuer
        authorizationEndpoint = metadata.authorizationEndpoint
        endSessionEndpoint = metadata.endSessionEndpoint
        usableKeys = keys.keys.count
        unusableKeys = keys.isFaulty || keys.keys.isEmpty ? keys.remarks : nil
        mismatches = metadata.mismatches
        self.clientAuthentication = clientAuthentication
        self.assertion = assertion
        offeredClientAuthentication = metadata.clientAuthentication
        responseModes = metadata.responseModes
        scopes = metadata.scopes
        clockDifference = metadata.clockDifference
    }
}
