import Encodings
package import HTTPTransport

/// The address of an authority's metadata, and the issuer that it may name.
///
/// There are three forms: a plain issuer (OpenID Connect Discovery 1.0, section 4), an Azure AD B2C authority with
/// `{policy}` in its path, and one without, which gets the policy as `p=`. A plain issuer may be Entra's for many
/// tenants, `https://login.microsoftonline.com/organizations/v2.0` or `common`.
public struct Authority: Sendable, Equatable {
    private enum Style: Sendable, Equatable {
        case plain
        case policyInPath
        case policyInQuery
    }

    /// Stands for a policy's name in an authority's path.
    package static let placeholder = "{policy}"
    private static let wellKnown = "/.well-known/openid-configuration"

    package let text: String
    /// The authority without any policy.
    let bare: HTTPURL
    /// The origin, with a slash.
    let base: String
    let expectedIssuer: String?
    /// The tenants whose users may sign in, in lower case; empty for an authority of one tenant.
    let allowedTenants: Set<String>
    let microsoft: MicrosoftAuthority?
    private let style: Style

    /// Reads an authority.
    ///
    /// - Parameters:
    ///   - text: The authority, with or without final slashes, or the address of its metadata.
    ///   - expectedIssuer: The only issuer to accept, if it isn't the authority.
    ///   - usesPolicies: Whether Azure AD B2C policies are used.
    ///   - allowedTenants: The GUIDs of the tenants whose users may sign in; required for Entra's authorities of many
    ///     tenants, and an error for any other.
    /// - Throws: ``OpenIDConnectError/Kind/configuration(_:)``: `authority` if the text is no `https` URL (`http`
    ///   is allowed on a loopback address), if it has `{policy}` and there are no policies, or if it has it outside of
    ///   its path; `allowedTenants` if they are missing, needless, or no GUIDs.
    public init(
        _ text: String, expectedIssuer: String? = nil, usesPolicies: Bool = false, allowedTenants: [String] = []
    ) throws(OpenIDConnectError) {
        func wrong(_ words: String) -> OpenIDConnectError {
            .init(.configuration(.authority), "the authority \(words)")
        }
        let bareText = text.replacing(Self.placeholder, with: "policy")
        guard let url = HTTPURL(bareText) else { throw wrong(HTTPURL.fault(of: bareText)) }
        guard url.scheme == .https || url.isLoopback else {
            throw wrong("is plain http, which is for loopback addresses alone; write https for \(url.authority)")
        }
        if let place = text.firstRange(of: Self.placeholder) {
            guard HTTPURL(String(text[..<place.lowerBound]))?.origin == url.origin, url.query == nil else {
                throw wrong("may have {policy} in its path only")
            }
            guard usesPolicies else { throw wrong("has {policy}, but no policy is set") }
            style = .policyInPath
        } else {
            style = usesPolicies ? .policyInQuery : .plain
        }
        self.text = text.hasSuffix(Self.wellKnown) ? String(text.dropLast(Self.wellKnown.count)) : text
        bare = HTTPURL(self.text.replacing("/" + Self.placeholder, with: "")) ?? url
        base = bare.origin + "/"
        microsoft = MicrosoftAuthority(bare)
        self.expectedIssuer = expectedIssuer
        self.allowedTenants = Set(allowedTenants.map { $0.lowercased() })
        if let problem = Self.problem(ofAllowedTenants: allowedTenants, at: text) {
            throw .init(.configuration(.allowedTenants), "allowedTenants \(problem)")
        }
    }

    /// The address of a policy's metadata, or of the authority's without a policy.
    package func metadataURL(policy: String?) -> HTTPURL { metadataURLs(policy: policy).first ?? discovery(bare) }

    package var origin: String { bare.origin }

    /// The places to look for metadata, the likeliest first.
    ///
    /// Azure AD B2C has `v2.0` after the policy, and settings often leave it out.
    func metadataURLs(policy: String?) -> [HTTPURL] {
        guard let policy else { return [discovery(bare)] }
        switch style {
        case .plain: return [discovery(bare)]
        case .policyInQuery:
            return [discovery(bare, isVersioned(bare) ? "" : "/v2.0").appending(query: FormBody([("p", policy)]))]
        case .policyInPath:
            guard let segment = HTTPURL.encode(segment: policy),
                let url = HTTPURL(text.replacing(Self.placeholder, with: segment))
            else { return [] }
            return isVersioned(url) ? [discovery(url)] : [discovery(url, "/v2.0"), discovery(url)]
        }
    }

    /// Whether the authority's metadata may name an issuer.
    ///
    /// Microsoft's issuers aren't the address of their metadata, against OpenID Connect Discovery 1.0, section 4.3. So
    /// any issuer on the host of an Azure AD B2C authority is accepted, and one each with External ID and many tenants,
    /// unless one is set. The server at that address provides the keys as well.
    func accepts(issuer: String) -> Bool {
        if let expectedIssuer { return ByteEquality.equal(issuer, expectedIssuer) }
        if namesPolicies { return HTTPURL(issuer)?.host == bare.host }
        let plain = text.hasSuffix("/") ? String(text.dropLast()) : text
        if ByteEquality.equal(issuer, plain) || ByteEquality.equal(issuer, plain + "/") { return true }
        if let template = microsoft?.issuerTemplate { return ByteEquality.equal(issuer, template) }
        return microsoft?.isExternalIDIssuer(issuer) ?? false
    }

    /// Whether a text is the address of Entra's authority for many tenants.
    package static func isOfManyTenants(_ text: String) -> Bool {
        HTTPURL(text).flatMap(MicrosoftAuthority.init)?.issuerTemplate != nil
    }

    /// Whether the authority is Entra ID or Entra External ID, without policies.
    package var isEntra: Bool { microsoft != nil && !namesPolicies }

    /// Whether the host is one of Entra ID's or External ID's, at which Azure AD B2C may be as well.
    package var isAtEntrasHost: Bool { microsoft != nil }

    /// Whether Entra ID or External ID issues tokens with this issuer, also if the authority is a custom domain.
    package func isEntra(issuer: String) -> Bool {
        isEntra || !namesPolicies && HTTPURL(issuer).map { MicrosoftAuthority.isHost($0.host) } == true
    }

    /// The GUID of the tenant, in lower case, if the address has it.
    package var tenantID: String? { tenantPath.first.flatMap { GUID.isGUID($0) ? $0 : nil } }

    /// Whether the authority is one of Entra External ID whose path has something else than the tenant's GUID.
    package var isExternalIDWithoutGUID: Bool { microsoft?.isExternalIDWithoutGUID ?? false }

    /// Why a list of allowed tenants doesn't fit an authority's address, in words after it; `nil` if it does.
    ///
    /// A multi-tenant authority must list its tenants: a missing list must not mean all.
    package static func problem(ofAllowedTenants tenants: [String], at text: String) -> String? {
        guard tenants.allSatisfy(GUID.isGUID) else { return "has an entry that is no GUID" }
        guard tenants.isEmpty == isOfManyTenants(text) else { return nil }
        return tenants.isEmpty
            ? "is needed with this authority: the GUIDs of the tenants whose users may sign in"
            : "goes with authority https://login.microsoftonline.com/organizations/v2.0, or common, alone"
    }

    /// An endpoint for a policy: with `p=` if the authority gets the policy so and the metadata left it out.
    func endpoint(_ url: HTTPURL, policy: String?) -> HTTPURL {
        guard style == .policyInQuery, let policy, !hasPolicy(url) else { return url }
        return url.appending(query: FormBody([("p", policy)]))
    }

    /// Whether policies are used, so that responses may be Azure AD B2C's.
    package var usesPolicies: Bool { style != .plain }

    /// Whether policies are used, or the authority itself names one as `p=`.
    var namesPolicies: Bool { usesPolicies || hasPolicy(bare) }

    /// The segments of the path that name the tenant: those between `tfp` and `v2.0`, with GUIDs in lower case.
    var tenantPath: [String] {
        var segments = pathWithoutDiscovery(bare).split(separator: "/").map { GUID.lowercased(String($0)) }
        if isVersioned(bare) { segments.removeLast() }
        if segments.first?.lowercased() == "tfp" { segments.removeFirst() }
        return segments
    }

    private func hasPolicy(_ url: HTTPURL) -> Bool {
        url.query.flatMap(FormBody.init(parsing:))?.fields.contains { $0.name == "p" } ?? false
    }

    private func isVersioned(_ url: HTTPURL) -> Bool {
        pathWithoutDiscovery(url).split(separator: "/").last?.lowercased() == "v2.0"
    }

    private func discovery(_ url: HTTPURL, _ version: String = "") -> HTTPURL {
        url.replacing(path: pathWithoutDiscovery(url) + version + Self.wellKnown, query: url.query)
    }

    private func pathWithoutDiscovery(_ url: HTTPURL) -> String {
        var path = url.path.hasSuffix(Self.wellKnown) ? String(url.path.dropLast(Self.wellKnown.count)) : url.path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
