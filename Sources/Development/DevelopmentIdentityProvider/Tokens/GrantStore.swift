import FoundationEssentials
import GRDB

/// Grants with their codes and refresh tokens, in the database.
///
/// Each step is one transaction, so that a code or token is consumed once.
struct GrantStore: Sendable {
    let database: ProviderDatabase
    let lifetimes: GrantLifetimes
    let time: @Sendable () -> Int

    /// Stores a new grant and makes the code that leads to it.
    func issueCode(
        for grant: StoredGrant, redirectURI: String, challenge: CodeChallenge, nonce: String?
    ) async throws -> OpaqueToken {
        let now = time()
        let code = OpaqueToken()
        try await database.queue.write { [lifetimes] database in
            try database.execute(sql: "DELETE FROM grantOfAccess WHERE expires <= ?", arguments: [now])
            // Until it has a refresh token, a grant need only outlive its code, and that for as long as a second use of
            // it is to be noticed.
            let expires = now + (grant.scope.contains(Scope.offlineAccess) ? lifetimes.grant : lifetimes.code + 3600)
            try database.execute(
                sql: """
                    INSERT INTO grantOfAccess (id, account, client, flow, scope, session, authTime, expires)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    grant.id, grant.account.id, grant.clientID, grant.flow.rawValue, grant.scope.text,
                    grant.sessionID, grant.authTime, expires,
                ])
            try database.execute(
                sql: """
                    INSERT INTO code (hash, grantOfAccess, redirectURI, challenge, nonce, expires)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [code.hash, grant.id, redirectURI, challenge.text, nonce, now + lifetimes.code])
        }
        return code
    }

    /// Consumes a code.
    ///
    /// One that was consumed before revokes its grant, because another party has it too (RFC 6749, section 4.1.2).
    func redeem(_ redemption: CodeRedemption) async throws -> Redeemed {
        let now = time()
        return try await database.queue.write { [lifetimes] database -> Result<Redeemed, OAuthError> in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT \(StoredGrant.columns), account.*, revoked, code.expires AS codeExpires, used, redirectURI,
                        challenge, nonce
                    FROM code JOIN grantOfAccess ON grantOfAccess.id = code.grantOfAccess
                    JOIN account ON account.id = account
                    WHERE code.hash = ?
                    """, arguments: [redemption.code.hash])
            guard let row else { return .failure(.expired) }
            let grant = try StoredGrant(row: row)
            guard grant.clientID == redemption.clientID else { return .failure(.expired) }
            if try row.decode(Bool.self, forColumn: "used") {
                try Self.revoke(grant, in: database)
                return .failure(.revoked)
            }
            guard grant.flow == redemption.flow else { return .failure(.otherFlow) }
            guard try row.decode(Int.self, forColumn: "codeExpires") > now else { return .failure(.expired) }
            guard try !row.decode(Bool.self, forColumn: "revoked") else { return .failure(.revoked) }
            guard try row.decode(String.self, forColumn: "redirectURI") == redemption.redirectURI else {
                return .failure(OAuthError(.invalidGrant, "The redirect_uri isn't the authorization request's."))
            }
            guard
                CodeChallenge(verifier: redemption.verifier)?.text
                    == (try row.decode(String.self, forColumn: "challenge"))
            else {
                return .failure(OAuthError(.invalidGrant, "AADB2C90183: The supplied code_verifier is invalid."))
            }
            try database.execute(sql: "UPDATE code SET used = 1 WHERE hash = ?", arguments: [redemption.code.hash])
            let next = try Self.issueRefreshToken(for: grant, in: database, lifetime: lifetimes.refreshToken, now: now)
            return .success(Redeemed(grant: grant, nonce: try row.decode(forColumn: "nonce"), refreshToken: next))
        }.get()
    }

    /// Consumes a refresh token and makes the next.
    ///
    /// One that was consumed before revokes the grant (RFC 9700, section 4.14.2).
    func refresh(_ token: OpaqueToken, clientID: String, flow: UserFlow) async throws -> Redeemed {
        let now = time()
        return try await database.queue.write { [lifetimes] database -> Result<Redeemed, OAuthError> in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT \(StoredGrant.columns), account.*, revoked, grantOfAccess.expires AS grantExpires,
                        refreshToken.expires AS tokenExpires, used
                    FROM refreshToken JOIN grantOfAccess ON grantOfAccess.id = refreshToken.grantOfAccess
                    JOIN account ON account.id = account
                    WHERE refreshToken.hash = ?
                    """, arguments: [token.hash])
            guard let row else { return .failure(.expired) }
            let grant = try StoredGrant(row: row)
            guard grant.clientID == clientID else { return .failure(.expired) }
            guard grant.flow == flow else { return .failure(.otherFlow) }
            if try row.decode(Bool.self, forColumn: "used") {
                try Self.revoke(grant, in: database)
                return .failure(.revoked)
            }
            guard try !row.decode(Bool.self, forColumn: "revoked") else { return .failure(.revoked) }
            guard try row.decode(Int.self, forColumn: "tokenExpires") > now,
                try row.decode(Int.self, forColumn: "grantExpires") > now
            else { return .failure(.expired) }
            try database.execute(sql: "UPDATE refreshToken SET used = 1 WHERE hash = ?", arguments: [token.hash])
            let next = try Self.issueRefreshToken(for: grant, in: database, lifetime: lifetimes.refreshToken, now: now)
            return .success(Redeemed(grant: grant, nonce: nil, refreshToken: next))
        }.get()
    }

    /// Revokes the grant of a refresh token of that client's; one that isn't known is no error (RFC 7009, section 2.2).
    func revoke(_ token: OpaqueToken, clientID: String) async throws {
        try await database.queue.write { database in
            try database.execute(
                sql: """
                    UPDATE grantOfAccess SET revoked = 1
                    WHERE client = ? AND id = (SELECT grantOfAccess FROM refreshToken WHERE hash = ?)
                    """, arguments: [clientID, token.hash])
        }
    }

    private static func revoke(_ grant: StoredGrant, in database: Database) throws {
        try database.execute(sql: "UPDATE grantOfAccess SET revoked = 1 WHERE id = ?", arguments: [grant.id])
    }

    private static func issueRefreshToken(for grant: StoredGrant, in database: Database, lifetime: Int, now: Int) throws
        -> OpaqueToken?
    {
        guard grant.scope.contains(Scope.offlineAccess) else { return nil }
        let token = OpaqueToken()
        try database.execute(
            sql: "INSERT INTO refreshToken (hash, grantOfAccess, expires) VALUES (?, ?, ?)",
            arguments: [token.hash, grant.id, now + lifetime])
        return token
    }
}
