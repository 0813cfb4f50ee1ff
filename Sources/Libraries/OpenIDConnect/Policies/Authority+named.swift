import HTTPTransport

extension Authority {
    /// An authority of which only the address is known, because it may not be configured any more.
    ///
    /// An authority counts as one with Azure AD B2C policies, unless it is one of Microsoft's others. B2C was once at
    /// Entra's hosts, too, with the tenant's domain name.
    ///
    /// - Throws: As ``init(_:expectedIssuer:usesPolicies:allowedTenants:)``.
    package init(named text: String) throws(OpenIDConnectError) {
        let authority = try Authority(text, usesPolicies: text.contains(Self.placeholder))
        let isEntras = authority.isEntra && (authority.isExternalIDWithoutGUID || authority.tenantID != nil)
        self = isEntras ? authority : try Authority(text, usesPolicies: true)
    }

    /// Whether an address leaves open whose users are meant.
    ///
    /// At a host of Entra's, without a policy, a tenant's domain name may stand for Azure AD B2C's users or for
    /// Entra's, who are known by the tenant's GUID. An address of External ID is clear, because tokens have the GUID.
    package static func isAmbiguous(named text: String) -> Bool {
        guard let authority = try? Authority(text, usesPolicies: text.contains(placeholder)) else { return false }
        return authority.isEntra && authority.tenantID == nil && !authority.isExternalIDWithoutGUID
    }

    /// Whether both are the same tenant of the same host, with or without policies.
    package func isSameTenant(as other: Authority) -> Bool {
        bare.origin == other.bare.origin && tenantPath == other.tenantPath
    }
}
