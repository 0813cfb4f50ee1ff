import FoundationEssentials
import GRDB
import SQLiteSessionStorage
package import TaskCore

extension SQLiteTaskStore: BulkChanging {
    package func changeBatch(
        _ change: BulkChange, after place: String, under lease: BulkLease
    ) async throws -> BulkBatch? {
        try await write { [now] database in
            guard try Self.take(lease, now: now().timeIntervalSince1970, in: database) else { return nil }
            let next = try database.cachedStatement(
                sql: "SELECT id FROM tasks WHERE owner = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ?")
            let last = try String.fetchOne(next, arguments: [lease.owner, place, BulkChange.batchSize - 1])
            let (sql, value): (String, any DatabaseValueConvertible) =
                switch change {
                case .mark(let completed): ("UPDATE tasks SET completed = ?4 WHERE completed <> ?4", completed)
                case .deleteNamed(let text): ("DELETE FROM tasks WHERE task = ?4", text)
                case .deleteCompleted: ("DELETE FROM tasks WHERE completed = ?4", true)
                }
            // No identifier comes after the tilde.
            try database.cachedStatement(sql: "\(sql) AND owner = ?1 AND id > ?2 AND id <= ?3")
                .execute(arguments: [lease.owner, place, last ?? "~", value])
            let count = database.changesCount
            if last == nil { try Self.release(lease, in: database) }
            return BulkBatch(count: count, last: last)
        }
    }

    package func release(_ lease: BulkLease) async throws {
        try await write { try Self.release(lease, in: $0) }
    }

    /// A lease that ends later than any can is of a time before the clock was set back.
    private static func take(_ lease: BulkLease, now: Double, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO bulk_changes (owner, holder, until) VALUES (?1, ?2, ?3)
                ON CONFLICT (owner) DO UPDATE SET holder = excluded.holder, until = excluded.until
                WHERE bulk_changes.holder = excluded.holder
                    OR bulk_changes.until <= ?4 OR bulk_changes.until > excluded.until
                """)
        try statement.execute(arguments: [lease.owner, Data(lease.holder), now + BulkLease.duration / .seconds(1), now])
        return database.changesCount == 1
    }

    private static func release(_ lease: BulkLease, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM bulk_changes WHERE owner = ? AND holder = ?")
            .execute(arguments: [lease.owner, Data(lease.holder)])
    }
}
