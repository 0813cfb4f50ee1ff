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
        id = row["id"]
        identityProvider = IdentityProvider(rawValue: row["provider"]) ?? .local
        email = row["email"]
        name = row["name"]
    }
}
