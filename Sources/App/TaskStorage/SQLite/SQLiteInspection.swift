import GRDB
import SQLiteSessionStorage

/// The state of a database file before the program changes anything in it.
package struct SQLiteInspection: Sendable {
    /// How many tasks no user sees, because their owner's key starts with none of the prefixes that were given.
    ///
    /// The count is 0 as long as the tasks of an earlier version have yet to be assigned.
    package let unmatchedTasks: Int

    /// Opens the file, reads, and leaves it as it is; `nil` if there is no file.
    ///
    /// Blocks for as long as that takes.
    ///
    /// - Parameter prefixes: How the keys of all users start.
    /// - Throws: ``SQLiteStorageError``.
    package init?(path: String, prefixes: [String] = []) throws {
        let count = try SQLiteDatabase.examine(path: path) { database in
            for schema in [SQLiteSchema.sessions, .tasks] { try schema.check(database) }
            return try Self.unmatchedTasks(prefixes, in: database)
        }
        guard let count else { return nil }
        unmatchedTasks = count
    }

    private static func unmatchedTasks(_ prefixes: [String], in database: Database) throws -> Int {
        guard !prefixes.isEmpty, try database.tableExists("user_assignment"),
            try Bool.fetchOne(database, sql: "SELECT is_done FROM user_assignment") == true
        else { return 0 }
        let known = prefixes.map { _ in "owner >= ? AND owner < ?" }.joined(separator: " OR ")
        let bounds = prefixes.flatMap { [$0, OwnerAssignment.end(of: $0)] }
        return try Int.fetchOne(
            database, sql: "SELECT count(*) FROM tasks WHERE NOT (\(known))", arguments: StatementArguments(bounds))
            ?? 0
    }
}
