import CPostgres
package import FoundationEssentials

/// The result of one statement; libpq's memory is freed with it.
///
/// Not `Sendable`: it stays on its connection's thread.
@safe package final class PostgreSQLResult {
    fileprivate let pointer: OpaquePointer

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

    /// The number of rows that the statement inserted, changed or deleted.
    var affectedRows: Int {
        unsafe Int(String(cString: PQcmdTuples(pointer))) ?? 0
    }

    /// Whether the statement has inserted, changed or deleted rows.
    var isChange: Bool {
        guard let tag = unsafe PQcmdStatus(pointer), let count = unsafe PQcmdTuples(pointer) else { return false }
        let (first, digit) = unsafe (UInt8(bitPattern: tag.pointee), UInt8(bitPattern: count.pointee))
        return "IUD".utf8.contains(first) && digit != 0 && digit != UInt8(ascii: "0")
    }

    /// The command tag, such as `COMMIT`.
    var command: String {
        unsafe String(cString: PQcmdStatus(pointer))
    }

    /// The server's error code; `nil` without an error, or if the error isn't the server's.
    var sqlState: String? {
        unsafe cpostgres_sqlstate(pointer).map { unsafe String(cString: $0) }
    }

    /// The error's text.
    var message: String? {
        unsafe cpostgres_message(pointer).map { unsafe String(cString: $0) }
    }

    /// Whether it follows the results of all statements that were sent in pipeline mode.
    var endsPipeline: Bool {
        unsafe PQresultStatus(pointer) == PGRES_PIPELINE_SYNC
    }

    var isGood: Bool {
        switch unsafe PQresultStatus(pointer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: true
        default: false
        }
    }
}

/// One row of a result, whose values are read by the index of their column.
package struct PostgreSQLRow {
    fileprivate let result: PostgreSQLResult
    fileprivate let index: Int32

    package func isNull(_ column: Int32) -> Bool {
        unsafe PQgetisnull(result.pointer, index, column) == 1
    }

    package func bytes(_ column: Int32) throws(PostgreSQLStorageError) -> [UInt8] {
        guard !isNull(column), let start = unsafe PQgetvalue(result.pointer, index, column) else {
            throw Self.unexpected
        }
        let count = unsafe Int(PQgetlength(result.pointer, index, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    package func text(_ column: Int32) throws(PostgreSQLStorageError) -> String {
        String(decoding: try bytes(column), as: UTF8.self)
    }

    package func integer(_ column: Int32) throws(PostgreSQLStorageError) -> Int64 {
        let bytes = try bytes(column)
        guard bytes.count == 8 else { throw Self.unexpected }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    package func boolean(_ column: Int32) throws(PostgreSQLStorageError) -> Bool {
        let bytes = try bytes(column)
        guard bytes.count == 1 else { throw Self.unexpected }
        return bytes[0] == 1
    }

    package func time(_ column: Int32) throws(PostgreSQLStorageError) -> Date {
        Date(microsecondsSince2000: try integer(column))
    }

    private static let unexpected = PostgreSQLStorageError(
        .unexpectedResult, "the server's result isn't of the type that was requested")
}
