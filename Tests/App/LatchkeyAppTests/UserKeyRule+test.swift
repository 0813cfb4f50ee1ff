import OpenIDConnect

extension UserKeyRule {
    /// The rule of an authority without policies.
    static func test() throws -> UserKeyRule { UserKeyRule(try Authority("https://login.example")) }
}
