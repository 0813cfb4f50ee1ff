/// Which scopes a sign-in asks for (OpenID Connect Core, sections 3.1.2.1 and 11).
struct ScopeRule {
    let configured: [String]
    let clientID: String
    let usesPolicies: Bool
    /// `scopes_supported`, where it is published.
    let published: [String]?

    var scopes: [String] {
        var scopes = ["openid", "profile"]
        // A provider that publishes its scopes and not this one would refuse it; Azure AD B2C doesn't publish it and
        // needs it.
        if usesPolicies || published?.contains("offline_access") ?? true { scopes.append("offline_access") }
        // Without a resource's scope B2C issues no access token; the client's own id is such a scope.
        for scope in configured.isEmpty && usesPolicies ? [clientID] : configured where !scopes.contains(scope) {
            scopes.append(scope)
        }
        return scopes
    }
}
