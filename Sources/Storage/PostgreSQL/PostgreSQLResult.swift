import CPostgres

/// What the server answered to one statement; libpq's memory is freed with it.
///
/// Not `Sendable`: it stays on its connection's thread.
@safe final class PostgreSQLResult {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    /// The rows, whose values are in binary form.
    var rows: [PostgreSQLRow] {
        unsafe (0..<PQntuples(pointer)).map { PostgreSQLRow(result: self, index: $0) }
    }

    /// How many rows the statement has inserted, changed or deleted.
    var affectedRows: Int {
        unsafe Int(String(cString: PQcmdTuples(pointer))) ?? 0
    }

    /// What was done, as `COMMIT`.
    var command: String {
        unsafe String(cString: PQcmdStatus(pointer))
    }

    /// The server's code for what went wrong; `nil` where nothing did, or where the error isn't the server's.
    var sqlState: String? {
        unsafe cpostgres_sqlstate(pointer).map { unsafe String(cString: $0) }
    }

    /// What went wrong.
    var message: String? {
        unsafe cpostgres_message(pointer).map { unsafe String(cString: $0) }
    }

    var isGood: Bool {
        switch unsafe PQresultStatus(pointer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: true
        default: false
        }
    }
}
