public import HTTPTransport

/// The client's credential: a secret, a private key, an assertion, several of them, or none (RFC 6749, section 2.3;
/// RFC 7523, section 2.2).
public struct ClientCredential: Sendable, Redacted {
    /// Reads an assertion, a JWT in compact form, that another party has signed and renews.
    public typealias AssertionSource = @Sendable () async throws -> String

    /// The client's secret.
    public var secret: String?
    /// A private key as PEM: RSA of at least 2,048 bits (signs PS256, or RS256), P-256 (ES256) or Ed25519 (EdDSA, or
    /// Ed25519).
    public var privateKey: String?
    /// The certificate of ``privateKey`` as PEM; a chain may follow it.
    ///
    /// Its SHA-256 digest names the key in assertions (`x5t#S256`; RFC 7515, section 4.1.8). Without it they have the
    /// key's thumbprint (`kid`; RFC 7638).
    public var certificate: String?
    /// Instead of ``privateKey``: called for every request that authenticates the client, as with workload identity
    /// federation.
    ///
    /// An assertion that is longer than 16 KiB or has expired isn't sent, and neither is one that can't be read: the
    /// error's kind is ``OpenIDConnectError/Kind/configuration(_:)`` with
    /// ``ConfigurationFault/clientAssertion``. The description of an error that it throws is logged.
    public var assertion: AssertionSource?

    /// A credential of its parts.
    ///
    /// If several are given, the authority's metadata decides which of them is used, and a key is preferred to an
    /// assertion.
    public init(
        secret: String? = nil, privateKey: String? = nil, certificate: String? = nil,
        assertion: AssertionSource? = nil
    ) {
        self.secret = secret
        self.privateKey = privateKey
        self.certificate = certificate
        self.assertion = assertion
    }

    /// Whether another party signs the assertions, because the client has no key.
    var isAssertionForeign: Bool { privateKey == nil }

    /// No credential: a public client.
    public static let none = ClientCredential()

    /// Only a secret.
    public static func secret(_ secret: String) -> ClientCredential { ClientCredential(secret: secret) }

    /// Only a private key as PEM, and perhaps its certificate.
    public static func privateKey(_ pem: String, certificate: String? = nil) -> ClientCredential {
        ClientCredential(privateKey: pem, certificate: certificate)
    }

    /// Only another's assertions.
    public static func assertion(_ source: @escaping AssertionSource) -> ClientCredential {
        ClientCredential(assertion: source)
    }
}

/// The client authentication method at the token endpoint (OpenID Connect Core, section 9).
///
/// The order of the cases is the order of preference.
///
/// More cases may come in a minor version: switch with a `default`.
public enum ClientAuthenticationMethod: String, Sendable, CaseIterable {
    /// The secret in the `Authorization` header, form-encoded before Base64 (RFC 6749, section 2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// The secret in the body.
    case clientSecretPost = "client_secret_post"
    /// A signed assertion (RFC 7523, section 2.2).
    case privateKeyJWT = "private_key_jwt"
    /// No authentication: only PKCE protects the client.
    case publicClient = "none"
}

/// The audience of the client's assertions (RFC 7523, section 3).
///
/// More cases may come in a minor version: switch with a `default`.
public enum ClientAssertionAudience: String, Sendable, CaseIterable {
    /// The authority's issuer, on which the standards have settled, because all endpoints share it.
    case issuer
    /// The token endpoint, also in requests to other endpoints, as Microsoft Entra demands.
    case tokenEndpoint
}
