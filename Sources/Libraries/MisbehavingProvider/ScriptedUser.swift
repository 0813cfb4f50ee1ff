/// The user at the keyboard; the provider requires no password.
public struct ScriptedUser: Sendable, Equatable {
    /// `sub`.
    public var subject: String
    /// `oid`, as Azure AD B2C has it.
    public var objectID: String?
    /// `name`.
    public var name: String?
    /// `emails`, as Azure AD B2C has it.
    public var emails: [String]
    /// Further claims.
    public var claims: JSONMembers

    /// A user with these claims.
    public init(
        subject: String, objectID: String? = nil, name: String? = nil, emails: [String] = [], claims: JSONMembers = [:]
    ) {
        self.subject = subject
        self.objectID = objectID
        self.name = name
        self.emails = emails
        self.claims = claims
    }

    /// One user.
    public static let alice = ScriptedUser(
        subject: "sub-alice", objectID: "oid-alice", name: "Alice", emails: ["alice@people.example"])
    /// Another user.
    public static let bob = ScriptedUser(
        subject: "sub-bob", objectID: "oid-bob", name: "Bob", emails: ["bob@people.example"])

    /// The user's claims in tokens and UserInfo.
    var allClaims: JSONMembers {
        var object: JSONMembers = ["sub": .string(subject)]
        object["oid"] = objectID.map(JSON.string)
        object["name"] = name.map(JSON.string)
        if !emails.isEmpty { object["emails"] = .array(emails.map(JSON.string)) }
        return object.with(claims)
    }
}
