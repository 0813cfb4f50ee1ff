import CPostgres
import FoundationEssentials

/// One row of an answer; its values are read by the number of their column.
struct PostgreSQLRow {
    let result: PostgreSQLResult
    let index: Int32

    func isNull(_ column: Int32) -> Bool {
        unsafe PQgetisnull(result.pointer, index, column) == 1
    }

    func bytes(_ column: Int32) throws(PostgreSQLStorageError) -> [UInt8] {
        guard !isNull(column), let start = unsafe PQgetvalue(result.pointer, index, column) else {
            throw Self.unexpected
        }
        let count = unsafe Int(PQgetlength(result.pointer, index, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    func text(_ column: Int32) throws(PostgreSQLStorageError) -> String {
        String(decoding: try bytes(column), as: UTF8.self)
    }

    func integer(_ column: Int32) throws(PostgreSQLStorageError) -> Int64 {
        let bytes = try bytes(column)
        guard bytes.count == 8 else { throw Self.unexpected }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    func boolean(_ column: Int32) throws(PostgreSQLStorageError) -> Bool {
        let bytes = try bytes(column)
        guard bytes.count == 1 else { throw Self.unexpected }
        return bytes[0] == 1
    }

    func time(_ column: Int32) throws(PostgreSQLStorageError) -> Date {
        Date(microsecondsSince2000: try integer(column))
    }

    private static let unexpected = PostgreSQLStorageError(
        .unexpectedAnswer, "the server's answer isn't of the type that was asked for")
}
