import GRDB

extension Grant: FetchableRecord {
    /// The columns that a grant is read from, besides the account's.
    static let columns = "grantOfAccess.id AS grantID, client, flow, scope, session, authTime"

    init(row: Row) throws {
        id = row["grantID"]
        account = try Account(row: row)
        clientID = row["client"]
        flow = UserFlow(name: row["flow"]) ?? .signIn
        scope = Scope(row["scope"])
        sessionID = row["session"]
        authTime = row["authTime"]
    }
}
