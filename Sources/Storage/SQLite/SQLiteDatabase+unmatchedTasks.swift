import GRDB
import SessionRegistry

extension SQLiteDatabase {
    /// Counts the tasks whose owner's key starts with none of these prefixes, so that no user sees them.
    ///
    /// Nothing is made or changed. It is 0 as long as the rows of an earlier version have yet to be assigned.
    public static func unmatchedTasks(path: String, prefixes: [String]) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read { database in
            guard try database.tableExists("user_assignment"),
                try Bool.fetchOne(database, sql: "SELECT is_done FROM user_assignment") == true
            else { return 0 }
            let known = prefixes.map { _ in "owner >= ? AND owner < ?" }.joined(separator: " OR ")
            let bounds = prefixes.flatMap { [$0, UserAssignment.end(of: $0)] }
            return try Int.fetchOne(
                database, sql: "SELECT count(*) FROM tasks WHERE NOT (\(known))", arguments: StatementArguments(bounds))
                ?? 0
        }
    }
}
