import GRDB

/// A user's grant to a client: the source of its code and of all later refresh tokens.
struct StoredGrant: Sendable, Equatable {
    let id: String
    let account: Account
    let clientID: String
    let flow: UserFlow
    let scope: Scope
    /// The session that it was made in.
    let sessionID: String
    let authTime: Int
}

extension StoredGrant: FetchableRecord {
    /// The columns that a grant is read from, in addition to the account's.
    static let columns = "grantOfAccess.id AS grantID, client, flow, scope, session, authTime"

    init(row: Row) throws {
        id = try row.decode(forColumn: "grantID")
        account = try Account(row: row)
        clientID = try row.decode(forColumn: "client")
        flow = UserFlow(name: try row.decode(forColumn: "flow")) ?? .signIn
        scope = Scope(try row.decode(forColumn: "scope"))
        sessionID = try row.decode(forColumn: "session")
        authTime = try row.decode(forColumn: "authTime")
    }
}

/// How long grants and their parts are valid, in seconds.
struct GrantLifetimes: Sendable {
    let code: Int
    let refreshToken: Int
    let grant: Int

    init(_ configuration: ProviderConfiguration) {
        code = configuration.codeLifetime
        refreshToken = configuration.refreshTokenLifetime
        grant = configuration.grantLifetime
    }
}

/// The parameters with which a client redeems a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
struct CodeRedemption: Sendable {
    let code: OpaqueToken
    let clientID: String
    let flow: UserFlow
    let redirectURI: String
    let verifier: String
}

/// The outcome of redeeming a code or a refresh token.
struct Redeemed: Sendable {
    let grant: StoredGrant
    /// The authorization request's, for a code.
    let nonce: String?
    /// The next refresh token, if the grant's scope has `offline_access`.
    let refreshToken: OpaqueToken?
}
