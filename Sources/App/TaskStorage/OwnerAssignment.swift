/// Assigns the tasks of versions that stored no user keys to the users of one authority.
///
/// Each process does it in one transaction before it reads or writes anything else. The first time all tasks are
/// assigned; from then on only those that a replica of an earlier version has added since.
package struct OwnerAssignment: Sendable, Equatable {
    /// How the owner of a task starts that couldn't be assigned, so that it equals no key.
    static let unassignedPrefix = "unassigned "

    /// How the key of each owner starts; `nil` leaves all owners unassigned.
    package var prefix: String?
    /// Whether an owner that is no GUID stays unassigned.
    package var requiresGUIDs: Bool

    package init(prefix: String?, requiresGUIDs: Bool) {
        self.prefix = prefix
        self.requiresGUIDs = requiresGUIDs
    }

    /// The SQL condition that a column has neither a key nor an owner that stays unassigned.
    ///
    /// The condition consists of ranges, which an index finds without reading all rows.
    static func isFromEarlierVersion(_ column: String) -> String {
        let prefixes = ["oid ", "sub ", unassignedPrefix]
        let gaps = zip(prefixes, prefixes.dropFirst()).map { "\(column) >= '\(end(of: $0))' AND \(column) < '\($1)'" }
        return (["\(column) < '\(prefixes[0])'"] + gaps + ["\(column) >= '\(end(of: unassignedPrefix))'"]).joined(
            separator: " OR ")
    }

    /// The first text, in the order of bytes, after all texts with a prefix whose last character is a space.
    static func end(of prefix: String) -> String { prefix.dropLast() + "!" }
}
