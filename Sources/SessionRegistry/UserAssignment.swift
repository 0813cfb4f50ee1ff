/// Assigns the rows of versions that stored no user keys to the users of one authority.
///
/// Each process does it in one transaction before it reads or writes anything else. The first time all rows are
/// assigned; from then on only those that a replica of an earlier version has added since.
public struct UserAssignment: Sendable, Equatable {
    /// How the owner of a task starts that couldn't be assigned, so that it equals no key.
    public static let unassignedPrefix = "unassigned "

    /// How the key of each owner starts; `nil` leaves all owners unassigned.
    public var ownerPrefix: String?
    /// Whether an owner that is no GUID stays unassigned.
    public var requiresGUIDs: Bool
    /// The tenant of all sessions; `nil` if each issuer is on its own.
    public var tenant: String?
    /// The issuer, without final slashes, whose sessions are assigned if there is no tenant.
    public var issuer: String
    /// Whether tasks are looked at that have been added since the first time; sessions needn't wait for tasks to know.
    public var checksTasks = true

    /// Creates an assignment.
    public init(ownerPrefix: String?, requiresGUIDs: Bool, tenant: String?, issuer: String) {
        self.ownerPrefix = ownerPrefix
        self.requiresGUIDs = requiresGUIDs
        self.tenant = tenant
        self.issuer = issuer
    }

    /// How the key of each session's user starts; `nil` if none can be made, because a `sub` is no `oid` at Microsoft's
    /// hosts.
    public var sessionPrefix: String? { requiresGUIDs ? nil : ownerPrefix }

    /// The SQL condition that a column holds neither a key nor an owner that stays unassigned.
    ///
    /// It consists of ranges, which an index finds without reading all rows.
    public static func isFromEarlierVersion(_ column: String) -> String {
        let prefixes = ["oid ", "sub ", unassignedPrefix]
        let gaps = zip(prefixes, prefixes.dropFirst()).map { "\(column) >= '\(end(of: $0))' AND \(column) < '\($1)'" }
        return (["\(column) < '\(prefixes[0])'"] + gaps + ["\(column) >= '\(end(of: unassignedPrefix))'"]).joined(
            separator: " OR ")
    }

    /// The least text, byte by byte, that is greater than all texts with a prefix, whose last character is a space.
    public static func end(of prefix: String) -> String { prefix.dropLast() + "!" }
}
