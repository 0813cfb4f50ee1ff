import Foundation
import GRDB
import SQLiteSessionStorage
import SessionStorage

@testable import PostgreSQLSessionStorage

extension SessionStore {
    /// All sessions of a user that haven't expired.
    func sessions(of user: String, now: Date) async throws -> [SessionRecord] {
        try await sessions(of: user, after: nil, limit: .max, now: now)
    }

    /// Adds rows that differ from a session's in their ids alone, without regard to limits.
    func addCopies(of record: SessionRecord, count: Int) async throws {
        let columns = """
            user_key, scope, issuer, subject, provider_session, authority, started, until, last_used, browser, tokens
            """
        switch self {
        case let store as SQLiteSessionStore:
            try await store.database.writeTasks { database in
                try database.execute(
                    sql: """
                        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                        INSERT INTO latchkey_sessions (id, \(columns))
                        SELECT randomblob(16), \(columns) FROM latchkey_sessions, number WHERE id = ?
                        """, arguments: [count, Data(record.id.bytes)])
            }
        case let store as PostgreSQLSessionStore:
            try await store.database.perform { connection throws(PostgreSQLStorageError) in
                try connection.allowing(.seconds(60)) { () throws(PostgreSQLStorageError) in
                    try connection.execute(
                        """
                        INSERT INTO latchkey_sessions (id, \(columns))
                        SELECT decode(md5(n::text), 'hex'), \(columns)
                        FROM latchkey_sessions, generate_series(1, $1) AS n WHERE id = $2
                        """, [.integer(Int64(count)), .bytes(record.id.bytes)])
                }
            }
        default:
            for _ in 0..<count {
                var copy = record
                copy.id = SessionID()
                try await insert(copy, tokens: [1], replacing: nil, limits: SessionLimits(sessions: .max))
            }
        }
    }
}
