import HTTPTransport

extension Authority {
    private static let policyPlaceholder = "{policy}"

    /// An authority of which only the address is known, because it may not be configured any more.
    ///
    /// It counts as one with Azure AD B2C policies, unless it is one of Microsoft's others.
    ///
    /// - Throws: As ``init(_:expectedIssuer:usesPolicies:)``.
    package init(named text: String) throws(OpenIDConnectError) {
        let authority = try Authority(text, usesPolicies: text.contains(Self.policyPlaceholder))
        self = UserKeyRule.hasPolicies(authority) ? try Authority(text, usesPolicies: true) : authority
    }

    /// Whether both are the same tenant of the same host, with or without policies.
    package func isSameTenant(as other: Authority) -> Bool {
        bare.origin == other.bare.origin && tenantPath == other.tenantPath
    }
}
