import GRDB

/// A user as tokens describe them.
struct Account: Sendable, Equatable {
    /// The object identifier, which is also the subject.
    let id: String
    let identityProvider: IdentityProvider
    let email: String
    var name: String
}

/// The provider that identifies a user: this one itself, or the Facebook that it stands in for.
enum IdentityProvider: String, Sendable {
    case local = "dev.example"
    case facebook = "facebook.com"
}

extension Account: FetchableRecord {
    /// Reads the columns of the table `account`; the row may have others.
    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        identityProvider = IdentityProvider(rawValue: try row.decode(forColumn: "provider")) ?? .local
        email = try row.decode(forColumn: "email")
        name = try row.decode(forColumn: "name")
    }
}
