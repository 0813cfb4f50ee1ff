/// The scope of a grant, of those that the provider knows (RFC 6749, section 3.3).
struct Scope: Sendable, Equatable, Codable {
    static let openID = "openid"
    static let offlineAccess = "offline_access"
    /// The scopes that don't depend on the client.
    static let standard = [openID, "profile", "email", offlineAccess]

    let names: [String]

    init(_ text: String) {
        names = text.split(separator: " ").map(String.init)
    }

    private init(names: [String]) {
        self.names = names
    }

    /// Leaves out unknown scopes; the client's own name stands for its own API, as in B2C.
    func known(to clientID: String) -> Scope {
        Scope(names: names.filter { Self.standard.contains($0) || $0 == clientID })
    }

    func contains(_ name: String) -> Bool { names.contains(name) }

    var text: String { names.joined(separator: " ") }
}
