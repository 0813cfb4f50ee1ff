/// Who a person is: the subject, as this issuer names them; neither says anything without the other (OpenID Connect
/// Core, section 5.7).
public struct Identity: Sendable, Hashable {
    /// The issuer (`iss`).
    public var issuer: String
    /// The issuer's name of the person (`sub`).
    public var subject: String

    /// An identity of its two parts.
    public init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }
}
