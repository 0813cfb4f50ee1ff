/// The users of tasks that a version without ``UserKey`` has stored.
extension UserKeyRule {
    /// How the keys of the owners of an earlier version start; the rest is the owner, a GUID in lower case.
    ///
    /// An owner counts as `oid` with policies and at Microsoft's hosts, else as `sub`. It is `nil` if the tenant isn't
    /// known, because the authority's setting doesn't name its GUID.
    package var prefixOfEarlierOwners: String? {
        switch directory {
        case .tenant(let tenant): UserKey.prefix(.objectID, tenant)
        case .microsoft(let tenantID): tenantID.map { UserKey.prefix(.objectID, $0) }
        case .issuer: UserKey.prefix(.subject, configuredIssuer)
        }
    }

    /// Whether an owner of an earlier version has to be a GUID, because no other `oid` makes a key.
    package var requiresGUIDs: Bool {
        if case .microsoft = directory { true } else { false }
    }

    /// The tenant; `nil` without policies, when each issuer is on its own.
    var tenant: String? {
        if case .tenant(let tenant) = directory { tenant } else { nil }
    }

    /// How the keys of all users start whom the authority's tokens can identify.
    package var prefixes: [String] {
        switch directory {
        case .tenant(let tenant): [UserKey.prefix(.objectID, tenant), UserKey.prefix(.subject, tenant)]
        case .microsoft(let tenantID):
            [
                tenantID.map { UserKey.prefix(.objectID, $0) } ?? "\(UserKey.Kind.objectID.rawValue) ",
                UserKey.prefix(.subject, configuredIssuer),
            ]
        case .issuer: [UserKey.prefix(.subject, configuredIssuer)]
        }
    }
}
