/// The users of tasks that a version without ``UserKey`` has stored.
extension UserKeyRule {
    /// The prefix of the keys of owners of an earlier version; the rest is the owner, a GUID in lower case.
    ///
    /// An owner counts as `oid` with policies and at Microsoft's hosts, else as `sub`. The prefix is `nil` if the
    /// tenant isn't known, because the authority's setting doesn't have its GUID.
    package var prefixOfEarlierOwners: String? {
        switch sharedDirectory ?? directory {
        case .tenant(let tenant): UserKey.prefix(.objectID, tenant)
        case .microsoft(let tenantID): tenantID.map { UserKey.prefix(.objectID, $0) }
        case .issuer: UserKey.prefix(.subject, configuredIssuer)
        }
    }

    /// Whether an owner of an earlier version has to be a GUID, because keys are made only of such an `oid`.
    package var requiresGUIDs: Bool {
        if sharedDirectory != nil { return true }
        return if case .microsoft = directory { true } else { false }
    }

    /// The tenant; `nil` without policies, because then each issuer is a separate space.
    var tenant: String? {
        if case .tenant(let tenant) = directory { tenant } else { nil }
    }

    /// The prefixes of all keys that the authority's tokens can have.
    package var prefixes: [String] {
        if sharedDirectory != nil { return [prefixOfEarlierOwners ?? "\(UserKey.Kind.objectID.rawValue) "] }
        return switch directory {
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
