import HTTPTransport

/// Makes the ``UserKey`` of an authority's users from the claims of verified tokens.
///
/// With policies the key is the tenant's `oid`, else `sub`: each policy may have its own issuer, and all share the
/// directory. At Microsoft's hosts the key is `tid` and `oid`. Other providers may send any `oid`, so only `iss` and
/// `sub` identify their users.
///
/// Two authorities may have one directory, as Azure AD B2C and Entra External ID have during a migration. Then both can
/// have the same users: the keys are the other's tenant and `oid`.
public struct UserKeyRule: Sendable, Equatable {
    /// Azure AD B2C's `sub` for every user if a tenant issues no `sub`.
    static let unissuedSubject = "Not supported currently. Use oid claim."
    /// Maximum size of a `sub`, in bytes (OpenID Connect Core, section 2).
    static let longestSubject = 255
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
    /// The other authority's directory, if the users are in it.
    let sharedDirectory: Directory?
    /// The GUID of the other authority's tenant, if its address has it.
    private let sharedTenantID: String?
    /// The issuer that the authority's settings name, without final slashes.
    let configuredIssuer: String
    private let isMicrosofts: Bool

    /// The rule of an authority.
    ///
    /// - Parameters:
    ///   - authority: The authority whose tokens are read.
    ///   - shared: Another authority with the same directory, whose users these are. Users are identified by `oid`
    ///     alone, which has to be a GUID. So `oid` has to be a claim that users can't choose.
    public init(_ authority: Authority, sameUsersAs shared: Authority? = nil) {
        configuredIssuer = Self.withoutFinalSlashes(authority.expectedIssuer ?? authority.text)
        let host = authority.bare.host
        isMicrosofts = MicrosoftAuthority.isHost(host) || host.hasSuffix(Self.b2cSuffix)
        directory = Self.directory(of: authority)
        sharedDirectory = shared.map {
            let directory = Self.directory(of: $0)
            return directory == .issuer ? .tenant(Self.tenant(of: $0)) : directory
        }
        sharedTenantID = shared?.tenantID
    }

    private static func directory(of authority: Authority) -> Directory {
        if authority.namesPolicies { return .tenant(tenant(of: authority)) }
        guard MicrosoftAuthority.isHost(authority.bare.host) else { return .issuer }
        return .microsoft(tenantID: authority.tenantID)
    }

    private static func tenant(of authority: Authority) -> String {
        let (url, segments) = (authority.bare, authority.tenantPath)
        let isDevelopment = url.isLoopback && segments == [developmentTenant]
        return isDevelopment ? developmentTenant : ([url.origin] + segments).joined(separator: "/")
    }

    /// The user whom a verified token is about; `nil` if it identifies no user.
    public func key(of claims: Claims) -> UserKey? {
        if let sharedDirectory { return sharedKey(of: claims, in: sharedDirectory) }
        if let key = objectKey(of: claims) { return key }
        guard let issuer = claims[string: "iss"], let subject = subject(of: claims) else { return nil }
        return UserKey(kind: .subject, space: scope(ofIssuer: issuer), value: subject)
    }

    /// Why the claims of a token identify no user.
    package func reasonForNoKey(of claims: Claims) -> RefusalReason {
        guard sharedDirectory != nil else { return .noUser }
        return isOfOtherTenant(claims) ? .otherSharedTenant : .noObjectID
    }

    /// Whether the users are in another authority's directory.
    package func hasUsers(of other: UserKeyRule) -> Bool { sharedDirectory == other.directory }

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

    /// Whether a token names another tenant than the other authority's, as at an authority of many tenants.
    private func isOfOtherTenant(_ claims: Claims) -> Bool {
        guard let sharedTenantID, claims.has("tid") else { return false }
        return claims[string: "tid"]?.lowercased() != sharedTenantID
    }

    private func sharedKey(of claims: Claims, in directory: Directory) -> UserKey? {
        guard let object = claims[string: "oid"], GUID.isGUID(object), !isOfOtherTenant(claims) else { return nil }
        switch directory {
        case .tenant(let tenant): return UserKey(kind: .objectID, space: tenant, value: object)
        case .microsoft(let tenantID):
            guard let tenant = tenantID ?? claims[string: "tid"], GUID.isGUID(tenant) else { return nil }
            return UserKey(kind: .objectID, space: tenant.lowercased(), value: object)
        case .issuer: return nil
        }
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

    /// Not empty, not too long, and without NUL.
    private static func valid(_ subject: String?) -> String? {
        subject.flatMap { (1...longestSubject).contains($0.utf8.count) && !$0.utf8.contains(0) ? $0 : nil }
    }

    /// Issuer and setting may differ by a final slash.
    private static func withoutFinalSlashes(_ text: String) -> String {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
