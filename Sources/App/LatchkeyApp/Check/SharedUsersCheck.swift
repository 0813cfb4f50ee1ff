import OpenIDConnect
import TasksWeb

/// Warns if `sameUsersAs` may not have the effect that its operator expects.
struct SharedUsersCheck {
    let settings: AuthoritySettings
    let configuration: Configuration

    func findings() throws -> [Finding] {
        guard settings.sameUsersAs != nil else { return [] }
        return [try freeObjectID, try missingUsers].compactMap(\.self)
    }

    /// At other providers than Microsoft's users may be able to edit the claim `oid`, and so to become others.
    private var freeObjectID: Finding? {
        get throws {
            let authority = try configuration.makeAuthority(settings)
            guard settings.policies.isEmpty, !authority.isEntra(issuer: settings.issuer ?? "") else { return nil }
            return .warning(
                \.sameUsersAs,
                "users of this authority are known by their oid alone, and it is none of Microsoft's; "
                    + "make sure that no user can change the claim oid there")
        }
    }

    /// The other authority is configured, but its users are known by other keys; or it isn't.
    private var missingUsers: Finding? {
        get throws {
            let (own, shared) = (
                try configuration.makeAuthority(settings), try configuration.makeSharedAuthority(settings)
            )
            // By its GUID it is the same tenant, as with a custom domain.
            if let shared, shared.isEntra, shared.tenantID == own.tenantID { return nil }
            let others = configuration.authorities.filter { $0.name != settings.name }
            let users = UserKeyRule(own, sameUsersAs: shared)
            guard try !others.contains(where: { users.hasUsers(of: UserKeyRule(try configuration.makeAuthority($0))) })
            else {
                return nil
            }
            if others.contains(where: { $0.isNamed(by: settings) }) {
                return .warning(
                    \.sameUsersAs,
                    """
                    that authority's users are known by their sub, not their oid, so none of them is a user of this \
                    one; name an authority with policies or one of Microsoft's
                    """)
            }
            return .warning(
                \.sameUsersAs,
                "names no configured authority, which is right once it is taken out; its text must be exactly what "
                    + "authority was, with the same domain name or GUID")
        }
    }
}
