/// The part of the client's configuration, or of its registration at the authority, that is wrong.
///
/// Each has the name that ``RelyingPartyConfiguration`` or ``Authority`` has for it.
///
/// More cases may come in a minor version: switch with a `default`.
public enum ConfigurationFault: String, Sendable, CaseIterable {
    /// The address of the authority.
    case authority
    /// The tenants whose users may sign in.
    case allowedTenants
    /// The client's name at the authority, or its rights there.
    case clientID
    /// The client's secret.
    case clientSecret
    /// The client's private key.
    case clientKey
    /// The certificate of the client's key.
    case clientCertificate
    /// The assertion that another party signs for the client.
    case clientAssertion
    /// The client authentication method.
    case clientAuthentication
    /// The redirect URI.
    case redirectURI
    /// The scopes.
    case scopes
    /// The further parameters of authorization requests.
    case extraParameters
    /// Whether authorization requests are pushed.
    case pushedRequests
}
