import PostgreSQLSessionStorage
package import TaskCore

extension PostgreSQLTaskStore: BulkChanging {
    package func changeBatch(
        _ change: BulkChange, after place: String, under lease: BulkLease
    ) async throws -> BulkBatch? {
        try await perform { connection throws(PostgreSQLStorageError) in
            try connection.transaction { () throws(PostgreSQLStorageError) in
                guard try Self.take(lease, on: connection) else { return nil }
                let last = try connection.query(
                    "SELECT id FROM latchkey_tasks WHERE owner = $1 AND id > $2 ORDER BY id LIMIT 1 OFFSET $3",
                    [.text(lease.owner), .text(place), .integer(Int64(BulkChange.batchSize - 1))]
                ) { row throws(PostgreSQLStorageError) in try row.text(0) }.first
                let (sql, value): (String, PostgreSQLValue) =
                    switch change {
                    case .mark(let completed):
                        ("UPDATE latchkey_tasks SET completed = $4 WHERE completed <> $4", .boolean(completed))
                    case .deleteNamed(let text): ("DELETE FROM latchkey_tasks WHERE task = $4", .text(text))
                    case .deleteCompleted: ("DELETE FROM latchkey_tasks WHERE completed = $4", .boolean(true))
                    }
                // No identifier comes after the tilde.
                let count = try connection.execute(
                    "\(sql) AND owner = $1 AND id > $2 AND id <= $3",
                    [.text(lease.owner), .text(place), .text(last ?? "~"), value])
                if last == nil { try Self.release(lease, on: connection) }
                return BulkBatch(count: count, last: last)
            }
        }
    }

    package func release(_ lease: BulkLease) async throws {
        try await perform { connection throws(PostgreSQLStorageError) in try Self.release(lease, on: connection) }
    }

    /// Takes or renews a lease, by the server's clock.
    private static func take(_ lease: BulkLease, on connection: PostgreSQLConnection) throws(PostgreSQLStorageError)
        -> Bool
    {
        // First without a lock, because the holder has the row locked during a batch, and a call that waits for it
        // blocks its connection for others.
        let others = try connection.query(
            "SELECT owner FROM latchkey_bulk_changes WHERE owner = $1 AND holder <> $2 AND until > now()",
            [.text(lease.owner), .bytes(lease.holder)]
        ) { row throws(PostgreSQLStorageError) in try row.text(0) }
        guard others.isEmpty else { return false }
        let seconds = BulkLease.duration.components.seconds
        return try connection.execute(
            """
            INSERT INTO latchkey_bulk_changes AS lease (owner, holder, until)
            VALUES ($1, $2, now() + interval '\(seconds) seconds')
            ON CONFLICT (owner) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE lease.holder = excluded.holder OR lease.until <= now()
            """,
            [.text(lease.owner), .bytes(lease.holder)]) == 1
    }

    private static func release(
        _ lease: BulkLease, on connection: PostgreSQLConnection
    ) throws(PostgreSQLStorageError) {
        try connection.execute(
            "DELETE FROM latchkey_bulk_changes WHERE owner = $1 AND holder = $2",
            [.text(lease.owner), .bytes(lease.holder)])
    }
}
