/// The client that the provider knows.
public struct RegisteredClient: Sendable {
    /// Its id.
    public var id: String
    /// Its secret; `nil` for a public client, or one with a key.
    public var secret: String?
    /// Its public key as PEM, for `private_key_jwt`.
    public var publicKey: String?
    /// The only way in which it may prove itself; `nil`: any that fits.
    public var authentication: String?
    /// Its redirect URIs; `nil`: any.
    public var redirectURIs: [String]?
    /// Where it may send people who signed out; `nil`: anywhere.
    public var postLogoutRedirectURIs: [String]?

    /// A client.
    public init(
        id: String = "misbehaving-client", secret: String? = "a secret: of the + client's", publicKey: String? = nil,
        authentication: String? = nil,
        redirectURIs: [String]? = nil, postLogoutRedirectURIs: [String]? = nil
    ) {
        self.id = id
        self.secret = secret
        self.publicKey = publicKey
        self.authentication = authentication
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
    }
}
