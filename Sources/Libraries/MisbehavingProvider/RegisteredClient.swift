/// The registration of the provider's only client.
public struct RegisteredClient: Sendable {
    /// Its id.
    public var id: String
    /// Its secret; `nil` for a public client, or one with a key.
    public var secret: String?
    /// Its public key as PEM, for `private_key_jwt`: RSA, P-256 or Ed25519.
    public var publicKey: String?
    /// The certificate of its key as PEM.
    ///
    /// With it an assertion must name the key by the certificate's digest (`x5t#S256`; RFC 7515, section 4.1.8),
    /// without it by the key's thumbprint (`kid`; RFC 7638).
    public var certificate: String?
    /// Whose assertions authenticate it, too.
    public var federatedCredential: FederatedCredential?
    /// The only audience of its own assertions.
    public var assertionAudience: AssertionAudience
    /// The only accepted authentication method; `nil`: any that fits.
    public var authentication: String?
    /// Its redirect URIs; `nil`: any.
    public var redirectURIs: [String]?
    /// The addresses to which the client may return users after sign-out; `nil`: any.
    public var postLogoutRedirectURIs: [String]?

    /// A client.
    public init(
        id: String = "misbehaving-client", secret: String? = "a secret: of the + client's", publicKey: String? = nil,
        certificate: String? = nil, federatedCredential: FederatedCredential? = nil,
        assertionAudience: AssertionAudience = .issuer, authentication: String? = nil,
        redirectURIs: [String]? = nil, postLogoutRedirectURIs: [String]? = nil
    ) {
        self.id = id
        self.secret = secret
        self.publicKey = publicKey
        self.certificate = certificate
        self.federatedCredential = federatedCredential
        self.assertionAudience = assertionAudience
        self.authentication = authentication
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
    }
}

/// The audience that a client's assertion must have, as one string.
///
/// More cases may come in a minor version: switch with a `default`.
public enum AssertionAudience: Sendable {
    /// The issuer.
    case issuer
    /// The token endpoint, at every endpoint, as Microsoft Entra demands it.
    case tokenEndpoint
}

/// Another issuer's tokens that authenticate a client, as with workload identity federation.
///
/// A token may be used more than once before it expires.
public struct FederatedCredential: Sendable {
    /// `iss` of the tokens.
    public var issuer: String
    /// `sub` of the tokens.
    public var subject: String
    /// `aud` of the tokens.
    public var audience: String
    /// The public key of the issuer as PEM.
    public var publicKey: String

    /// A credential of its parts.
    public init(issuer: String, subject: String, audience: String, publicKey: String) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.publicKey = publicKey
    }
}
