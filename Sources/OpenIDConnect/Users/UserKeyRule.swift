import HTTPTransport

/// Makes the ``UserKey`` of an authority's users from the claims of verified tokens.
///
/// With policies it is the tenant's `oid`, else `sub`: each policy may have its own issuer, and all share the
/// directory. At Microsoft's hosts it is `tid` and `oid`. Other providers may send any `oid`, so only `iss` and `sub`
/// identify their users.
public struct UserKeyRule: Sendable, Equatable {
    /// Azure AD B2C's `sub` for every user if a tenant issues no `sub`.
    static let unissuedSubject = "Not supported currently. Use oid claim."
    private static let b2cSuffix = ".b2clogin.com"
    /// The tenant of the development identity provider, which is the same at any loopback name and port.
    private static let developmentTenant = "dev.example"

    enum Directory: Sendable, Equatable {
        /// An authority with policies.
        case tenant(String)
        /// A Microsoft authority without policies; the tenant's GUID, if the authority names it.
        case microsoft(tenantID: String?)
        case issuer
    }

    let directory: Directory
    /// The issuer that the authority's settings name, without final slashes.
    let configuredIssuer: String
    private let isMicrosofts: Bool

    /// The rule of an authority.
    public init(_ authority: Authority) {
        let (url, segments) = (authority.bare, authority.tenantPath)
        configuredIssuer = Self.withoutFinalSlashes(authority.expectedIssuer ?? authority.text)
        let isPlainMicrosoft = MicrosoftAuthority.isHost(url.host)
        isMicrosofts = isPlainMicrosoft || url.host.hasSuffix(Self.b2cSuffix)
        if authority.namesPolicies {
            let isDevelopment = url.isLoopback && segments == [Self.developmentTenant]
            directory = .tenant(
                isDevelopment ? Self.developmentTenant : ([url.origin] + segments).joined(separator: "/"))
        } else if isPlainMicrosoft {
            directory = .microsoft(tenantID: segments.first.flatMap { GUID.isGUID($0) ? $0 : nil })
        } else {
            directory = .issuer
        }
    }

    /// The user whom a verified token is about; `nil` if it identifies no user.
    public func key(of claims: Claims) -> UserKey? {
        if let key = objectKey(of: claims) { return key }
        guard let issuer = claims[string: "iss"], let subject = subject(of: claims) else { return nil }
        return UserKey(kind: .subject, space: scope(ofIssuer: issuer), value: subject)
    }

    /// The space of a logout token's `sub`: the tenant (with policies), else the issuer.
    public func scope(ofIssuer issuer: String) -> String {
        tenant ?? Self.withoutFinalSlashes(issuer)
    }

    /// A token's `sub`, if it is valid.
    ///
    /// With policies `oid` replaces it if the tenant issues no `sub`. Without policies there is no replacement, so that
    /// two users never become one.
    func subject(of claims: Claims) -> String? {
        let found = claims[string: "sub"]
        let isUnissued = found == Self.unissuedSubject
        if tenant != nil, isUnissued || !claims.has("sub") { return Self.valid(claims[string: "oid"]) }
        return isUnissued && isMicrosofts ? nil : Self.valid(found)
    }

    private func objectKey(of claims: Claims) -> UserKey? {
        guard let object = claims[string: "oid"] else { return nil }
        switch directory {
        case .tenant(let tenant):
            return UserKey(kind: .objectID, space: tenant, value: object)
        case .microsoft:
            guard let tenant = claims[string: "tid"], GUID.isGUID(tenant), GUID.isGUID(object) else { return nil }
            return UserKey(kind: .objectID, space: tenant.lowercased(), value: object)
        case .issuer:
            return nil
        }
    }

    /// 1 to 255 bytes, none of them NUL (OpenID Connect Core, section 2).
    private static func valid(_ subject: String?) -> String? {
        subject.flatMap { (1...255).contains($0.utf8.count) && !$0.utf8.contains(0) ? $0 : nil }
    }

    /// Issuer and setting may differ by a final slash.
    private static func withoutFinalSlashes(_ text: String) -> String {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
