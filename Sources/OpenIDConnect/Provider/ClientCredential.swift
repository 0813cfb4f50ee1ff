/// What the client proves itself with.
public enum ClientCredential: Sendable {
    /// Nothing: a public client.
    case none
    /// The client's secret.
    case secret(String)
    /// A private key as PEM, RSA of at least 2,048 bits (signs RS256) or P-256 (signs ES256).
    case privateKey(String)
}
