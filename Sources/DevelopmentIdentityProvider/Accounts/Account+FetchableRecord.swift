import GRDB

extension Account: FetchableRecord {
    /// Reads the columns of the table `account`, whichever others the row has.
    init(row: Row) throws {
        id = row["id"]
        identityProvider = IdentityProvider(rawValue: row["provider"]) ?? .local
        email = row["email"]
        name = row["name"]
    }
}
