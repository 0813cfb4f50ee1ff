extension Authority {
    /// Google accounts.
    ///
    /// - Register an OAuth client of the type *Web application* with the redirect URI. Google knows no sign-out URI and
    ///   has no end session endpoint, so a sign-out ends the local session only.
    /// - Google publishes no `offline_access`, so the scopes are `openid profile`. For refresh tokens set
    ///   ``RelyingPartyConfiguration/prompt`` to `consent`, and `access_type=offline` among
    ///   ``RelyingPartyConfiguration/extraParameters``. Without them the browser passes by Google once an hour.
    /// - Access tokens are opaque: only Google's own APIs accept them.
    ///
    /// - Throws: No error; it needs `try` as the other presets do.
    public static var google: Authority {
        get throws(OpenIDConnectError) { try Authority("https://accounts.google.com") }
    }

    /// A tenant of Auth0, or its custom domain.
    ///
    /// - Register a *Regular Web Application* with the redirect URI as *Allowed Callback URL* and the sign-out URI as
    ///   *Allowed Logout URL*, and the grant *Refresh Token*.
    /// - The issuer has a final slash. Access tokens are opaque unless
    ///   ``RelyingPartyConfiguration/extraParameters`` has `audience=` with the identifier of an API.
    ///
    /// - Parameter domain: The tenant's domain, such as `home.eu.auth0.com`.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if it is more than a host.
    public static func auth0(_ domain: String) throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(example: #".auth0("home.eu.auth0.com")"#)
        return try Authority(argument.origin(domain) + "/")
    }

    /// An authorization server of Okta.
    ///
    /// - Register an *OIDC* application of the type *Web Application* with the sign-in and the sign-out redirect URI,
    ///   and the grants *Authorization Code* and *Refresh Token*.
    /// - An access policy of the authorization server has to allow the application.
    ///
    /// - Parameters:
    ///   - domain: The organization's domain, such as `dev-1.okta.com`, without the `-admin` of its console.
    ///   - server: The authorization server's name; `nil` is the organization's own one, whose access tokens only Okta
    ///     can verify.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the domain is more than a host, or the name no
    ///   segment of a path.
    public static func okta(_ domain: String, server: String? = "default") throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(example: #".okta("dev-1.okta.com", server: "default")"#)
        let origin = try argument.origin(domain)
        guard let server else { return try Authority(origin) }
        return try Authority("\(origin)/oauth2/\(argument.segment(server, "server"))")
    }

    /// GitLab.com, or a GitLab of your own.
    ///
    /// - Register an application that is *Confidential*, with the redirect URI and the scopes `openid` and `profile`.
    ///   GitLab knows no sign-out URI and publishes no end session endpoint, so a sign-out ends the local session only.
    /// - GitLab publishes no `offline_access`, and gives a refresh token with every access token. These are opaque.
    ///
    /// - Parameter address: The address of a GitLab of your own.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the address has a path or is no `https` one.
    public static func gitLab(_ address: String = "https://gitlab.com") throws(OpenIDConnectError) -> Authority {
        try Authority(PresetArgument(example: #".gitLab("https://gitlab.example.com")"#).origin(address))
    }

    /// A user pool of Amazon Cognito.
    ///
    /// - Create an app client with a secret, the grant *Authorization code*, the scopes `openid` and `profile`, the
    ///   redirect URI as *Allowed callback URL* and the sign-out URI as *Allowed sign-out URL*. The pool needs a
    ///   domain.
    /// - The endpoints are at the pool's domain, and the issuer isn't; the metadata names both.
    /// - Cognito has `logout_uri` in place of `post_logout_redirect_uri`; a sign-out sends both.
    /// - Cognito publishes no `offline_access`, and gives a refresh token with every sign-in.
    ///
    /// - Parameter userPool: The pool's id, such as `eu-central-1_Ab1Cd2Ef3`. The id starts with the pool's region.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if it is no such id.
    public static func cognito(userPool: String) throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(example: #".cognito(userPool: "eu-central-1_Ab1Cd2Ef3")"#)
        let parts = userPool.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].contains("-") else {
            throw argument.wrong("userPool is not the id of a pool, which is a region, _ and a name")
        }
        let region = try argument.label(String(parts[0]), "the region in userPool")
        let name = String(parts[1])
        _ = try argument.label(name, "the name in userPool")
        return try Authority("https://cognito-idp.\(region).amazonaws.com/\(region)_\(name)")
    }
}
