extension PostgreSQLConnection {
    /// Tries whether transactions are allowed, and statements stay prepared while another client has one open.
    ///
    /// A pooler that shares the server's connections between transactions, such as PgBouncer, then continues with
    /// another one of the server's. Unless it tracks prepared statements, that one doesn't have this one's.
    ///
    /// - Returns: The error; `nil` also if a second connection can't be had. After an error this connection can't be
    ///   used any more.
    package func poolingFault() -> PostgreSQLStorageError? {
        guard let other = try? PostgreSQLConnection(url) else { return nil }
        do throws(PostgreSQLStorageError) {
            let statement = "SELECT 1"
            try execute(statement)
            // A pooler first lends the connection that it got back last, which has the statement.
            try other.transaction { () throws(PostgreSQLStorageError) in _ = try execute(statement) }
            return nil
        } catch {
            return error.kind == .timedOut ? nil : error
        }
    }
}
