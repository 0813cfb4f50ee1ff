extension Authority {
    /// A realm of Keycloak.
    ///
    /// - Create an *OpenID Connect* client with *Client authentication* and *Standard flow*, the redirect URI among the
    ///   *Valid redirect URIs* and the sign-out URI among the *Valid post logout redirect URIs*.
    /// - Authorization requests are pushed, because Keycloak offers that.
    /// - Keycloak publishes `offline_access`, so the refresh token outlives Keycloak's session. It is revoked at
    ///   sign-out.
    ///
    /// - Parameters:
    ///   - address: Keycloak's address, with a path if it has one, such as `https://id.example.com/auth`.
    ///   - realm: The realm's name.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the address can't be one, or the realm is empty or
    ///   no segment of a path.
    public static func keycloak(_ address: String, realm: String) throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(example: #".keycloak("https://id.example.com", realm: "home")"#)
        return try Authority("\(argument.base(address))/realms/\(argument.segment(realm, "realm"))")
    }

    /// An instance of Zitadel, in its cloud or your own.
    ///
    /// - Create an application of the type *Web* with the authentication method *Basic* or *Post*, the redirect URI and
    ///   the *Post Logout URI*, and the grant *Refresh Token*.
    /// - Access tokens are opaque unless the application has the *Auth Token Type* *JWT*.
    /// - The ID token has nothing about the user unless the application says so; the user's name comes from UserInfo.
    ///
    /// - Parameter address: The instance's address, such as `https://home-1.zitadel.cloud`.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the address has a path or is no `https` one.
    public static func zitadel(_ address: String) throws(OpenIDConnectError) -> Authority {
        try Authority(PresetArgument(example: #".zitadel("https://home-1.zitadel.cloud")"#).origin(address))
    }

    /// An application of authentik.
    ///
    /// - Create an *OAuth2/OpenID Provider* that is *Confidential*, with the redirect URI, and an application with it.
    ///   Choose a *Signing Key*, because tokens that are signed with the client's secret are refused. Add
    ///   `offline_access` to its scopes.
    /// - The issuer is the application's own, and has a path and a final slash. With *Same identifier is used for all
    ///   providers*, write ``Authority/init(_:expectedIssuer:usesPolicies:allowedTenants:)`` with that issuer as the
    ///   expected one.
    ///
    /// - Parameters:
    ///   - address: authentik's address, with a path if it has one.
    ///   - application: The application's slug.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the address can't be one, or the slug is empty or no
    ///   segment of a path.
    public static func authentik(_ address: String, application: String) throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(example: #".authentik("https://id.example.com", application: "notes")"#)
        return try Authority(
            "\(argument.base(address))/application/o/\(argument.segment(application, "application"))/")
    }

    /// A Pocket ID.
    ///
    /// - Create an *OIDC Client* with the redirect URI as *Callback URL* and the sign-out URI as *Logout Callback URL*.
    /// - Authorization requests are pushed, because Pocket ID offers that. Each authorization response has to have
    ///   `iss`, because the metadata promises it.
    ///
    /// - Parameter address: Its address, as `APP_URL` has it.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the address has a path or is no `https` one.
    public static func pocketID(_ address: String) throws(OpenIDConnectError) -> Authority {
        try Authority(PresetArgument(example: #".pocketID("https://id.example.com")"#).origin(address))
    }
}
