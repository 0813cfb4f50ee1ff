extension Authority {
    /// A tenant of Microsoft Entra ID: work and school accounts.
    ///
    /// - Register an application for the platform *Web* with the redirect URI and the sign-out URI, both as *Redirect
    ///   URIs*, and a client secret.
    /// - Without an API's scope among ``RelyingPartyConfiguration/scopes`` access tokens are for Microsoft Graph, which
    ///   alone can verify them.
    /// - Users are known by `tid` and `oid`, because `sub` differs between applications (``UserKeyRule``).
    ///
    /// - Parameter tenant: *Directory (tenant) ID*, a GUID. The domain name doesn't do, because issuers have the GUID.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if it is no GUID.
    public static func microsoft(tenant: String) throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(example: #".microsoft(tenant: "11112222-bbbb-3333-cccc-4444dddd5555")"#)
        return try Authority("https://login.microsoftonline.com/\(argument.tenant(tenant))/v2.0")
    }

    /// Several tenants of Microsoft Entra ID, by one registration for *any organizational directory*.
    ///
    /// - Register it as for ``microsoft(tenant:)``.
    /// - The metadata's issuer is a template, `https://login.microsoftonline.com/{tenantid}/v2.0`. Each ID token has to
    ///   have the issuer of its own `tid`, and that has to be one of the tenants.
    ///
    /// - Parameter tenants: The GUIDs of the tenants whose users may sign in, at least one.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if there is none, or one is no GUID.
    public static func microsoft(tenants: [String]) throws(OpenIDConnectError) -> Authority {
        try Authority("https://login.microsoftonline.com/organizations/v2.0", allowedTenants: tenants)
    }

    /// A tenant of Microsoft Entra External ID: customers' accounts.
    ///
    /// - Register an application for the platform *Web* with the redirect URI and the sign-out URI, both as *Redirect
    ///   URIs*, and a client secret. Add it to a user flow.
    /// - The issuer's host is the tenant's GUID in place of its name. Only these two are accepted.
    ///
    /// - Parameters:
    ///   - name: The tenant's name: `contoso` of `contoso.ciamlogin.com`.
    ///   - tenant: *Directory (tenant) ID*, a GUID.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the name has a domain or is none, or the tenant is no
    ///   GUID.
    public static func entraExternalID(name: String, tenant: String) throws(OpenIDConnectError) -> Authority {
        let argument = PresetArgument(
            example: #".entraExternalID(name: "contoso", tenant: "11112222-bbbb-3333-cccc-4444dddd5555")"#)
        let host = try argument.label(name, "name") + ".ciamlogin.com"
        return try Authority("https://\(host)/\(argument.tenant(tenant))/v2.0")
    }

    /// A tenant of Azure AD B2C, whose user flows or custom policies are those of the sign-in's requests.
    ///
    /// - Register an application for the platform *Web* with the redirect URI and the sign-out URI, both as *Redirect
    ///   URIs*, and a client secret.
    /// - ``SignInRequest/policy`` names the policy of each sign-in; in HummingbirdOpenIDConnect its route does. Each
    ///   policy has metadata of its own, whose issuer may be any at the tenant's host, and the policy in an ID token
    ///   has to be the requested one.
    /// - B2C gives no access token without a scope of the client, so its id is requested if
    ///   ``RelyingPartyConfiguration/scopes`` has none.
    ///
    /// - Parameter tenant: The tenant's name: `contoso` of `contoso.b2clogin.com` and `contoso.onmicrosoft.com`.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)`` if the name has a domain or is none.
    public static func azureADB2C(tenant: String) throws(OpenIDConnectError) -> Authority {
        let name = try PresetArgument(example: #".azureADB2C(tenant: "contoso")"#).label(tenant, "tenant")
        return try Authority(
            "https://\(name).b2clogin.com/\(name).onmicrosoft.com/\(placeholder)/v2.0", usesPolicies: true)
    }
}
