import GRDB
import SessionRegistry

/// The statements that assign the rows of earlier versions to users.
struct UserAssignmentStatements {
    private static let guidPattern = [8, 4, 4, 4, 12].map { String(repeating: "[0-9A-Fa-f]", count: $0) }.joined(
        separator: "-")

    let assignment: UserAssignment

    /// Assigns the rows, all or none.
    func assign(in database: Database) throws {
        try database.inTransaction(.immediate) {
            let isDone = try Bool.fetchOne(database, sql: "SELECT is_done FROM user_assignment") ?? false
            try assignTasks(where: isDone ? UserAssignment.isFromEarlierVersion("owner") : "true", in: database)
            try assignSessions(in: database)
            try database.execute(sql: "UPDATE user_assignment SET is_done = 1")
            return .commit
        }
    }

    private func assignTasks(where condition: String, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE tasks SET owner = CASE
                    WHEN :prefix IS NULL OR (:guids AND owner NOT GLOB :guid) THEN :unassigned || owner
                    WHEN owner GLOB :guid THEN :prefix || lower(owner)
                    ELSE :prefix || owner END
                WHERE \(condition)
                """,
            arguments: [
                "prefix": assignment.ownerPrefix, "guids": assignment.requiresGUIDs, "guid": Self.guidPattern,
                "unassigned": UserAssignment.unassignedPrefix,
            ])
    }

    private func assignSessions(in database: Database) throws {
        try database.execute(
            sql: "UPDATE sessions SET scope = coalesce(?, rtrim(issuer, '/')) WHERE scope IS NULL",
            arguments: [assignment.tenant])
        guard let prefix = assignment.sessionPrefix else { return }
        try database.execute(
            sql: """
                UPDATE sessions
                SET user_key = :prefix || CASE WHEN subject GLOB :guid THEN lower(subject) ELSE subject END
                WHERE user_key IS NULL AND (:tenant IS NOT NULL OR scope = :issuer)
                """,
            arguments: [
                "prefix": prefix, "guid": Self.guidPattern, "tenant": assignment.tenant, "issuer": assignment.issuer,
            ])
    }
}
