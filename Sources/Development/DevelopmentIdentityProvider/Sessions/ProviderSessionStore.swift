import Encodings
import FoundationEssentials
import GRDB

/// The sessions, in the database, each under the hash of its cookie.
struct ProviderSessionStore: Sendable {
    let database: ProviderDatabase
    /// In seconds.
    let lifetime: Int
    let time: @Sendable () -> Int

    func find(_ token: OpaqueToken?) async throws -> ProviderSession? {
        guard let token else { return nil }
        let now = time()
        return try await database.queue.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT session.id AS sid, session.authTime, account.*
                    FROM session JOIN account ON account.id = session.account
                    WHERE hash = ? AND expires > ?
                    """, arguments: [token.hash, now])
            return try row.map {
                ProviderSession(id: $0["sid"], account: try Account(row: $0), authTime: $0["authTime"])
            }
        }
    }

    /// Starts a session under a new token, which ends the browser's session before it.
    func begin(_ account: Account, replacing replaced: OpaqueToken?) async throws -> (
        session: ProviderSession, token: OpaqueToken
    ) {
        let now = time()
        let session = ProviderSession(id: RandomIdentifier.uuid(), account: account, authTime: now)
        let token = OpaqueToken()
        let expires = now + lifetime
        try await database.queue.write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE hash = ? OR expires <= ?", arguments: [replaced?.hash, now])
            try database.execute(
                sql: "INSERT INTO session (hash, id, account, authTime, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [token.hash, session.id, account.id, now, expires])
        }
        return (session, token)
    }

    func end(_ token: OpaqueToken) async throws {
        try await database.queue.write { database in
            try database.execute(sql: "DELETE FROM session WHERE hash = ?", arguments: [token.hash])
        }
    }
}

/// A browser that is signed in here.
struct ProviderSession: Sendable, Equatable {
    /// The session's name in tokens (`sid`), which opens nothing.
    let id: String
    var account: Account
    /// When the user last signed in, in seconds since 1970.
    let authTime: Int
}
