import Encodings
public import PortableFoundation

/// The assertion that the client would send now, as `check` shows it.
public struct ClientAssertionFindings: Sendable {
    /// `alg` of its header.
    public let algorithm: String
    /// The algorithms that discovery offers for assertions; `nil` if it names none.
    public let offeredAlgorithms: [String]?
    /// `aud`, one or several.
    public let audience: [String]
    /// When it expires; `nil` if it doesn't say.
    public let expiry: Date?
    /// Whether another party signed it, and not the client's key.
    public let isForeign: Bool

    init?(_ client: ClientConnection) async throws(OpenIDConnectError) {
        guard let assertion = try await client.assertion() else { return nil }
        algorithm = assertion.token.header["alg"]?.string ?? "none"
        offeredAlgorithms = client.algorithms
        audience = assertion.claims.strings("aud")
        expiry = assertion.claims.seconds("exp").map(Date.init(timeIntervalSince1970:))
        isForeign = client.authentication.credential.isAssertionForeign
    }
}
