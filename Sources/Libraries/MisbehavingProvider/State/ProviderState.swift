import Encodings
import PortableFoundation

/// The provider's state.
struct ProviderState: Sendable {
    /// The path of the issuer that all policies share, as Azure AD B2C has it: a GUID in place of the tenant's name, no
    /// policy, a final slash.
    private static let tenantIssuerPath = "/5f1e8c3a-0b7d-4f6e-9a21-3c4d5e6f7a8b/v2.0/"

    /// The origin that the documents name.
    var origin: String
    var client: RegisteredClient
    var misbehaviour = Misbehaviour()
    var user = ScriptedUser.alice
    var keys: ProviderKeys
    var codes: [String: IssuedCode] = [:]
    var refreshTokens: [String: IssuedRefreshToken] = [:]
    var accessTokens: [String: IssuedAccessToken] = [:]
    var pushedRequests: [String: [String: String]] = [:]
    var usedAssertions: Set<String> = []
    var idTokens: [String] = []
    var problems: [String] = []
    var requests: [ReceivedRequest] = []
    let now: @Sendable () -> Date

    init(origin: String, client: RegisteredClient, now: @escaping @Sendable () -> Date) throws {
        self.origin = origin
        self.client = client
        self.now = now
        keys = try ProviderKeys()
    }

    /// Notes a mistake of the client.
    mutating func note(_ problem: String) {
        problems.append(problem)
    }

    /// The issuer: the authority itself, but with policies the tenant's.
    func issuer(for request: ReceivedRequest) -> String {
        issuer(policy: request.policy, base: request.base)
    }

    /// The issuer of a grant's tokens.
    func issuer(of grant: IssuedGrant) -> String { issuer(policy: grant.policy, base: grant.base, grant.user) }

    func issuer(policy: String?, base: String, _ user: ScriptedUser? = nil) -> String {
        if case .string(let other) = misbehaviour.metadata["issuer"] {
            guard case .string(let tenant) = (user ?? self.user).claims["tid"] else { return other }
            return other.replacing("{tenantid}", with: tenant)
        }
        if misbehaviour.issuerNamesPolicy, let policy {
            return "\(origin)\(Self.tenantIssuerPath)\(policy.lowercased())/"
        }
        return origin + (policy == nil ? base : Self.tenantIssuerPath)
    }

    /// A new random name.
    func random(_ prefix: String, length: Int = 43) -> String {
        "\(prefix)-\(SecureRandom.text(byteCount: length).prefix(length))"
    }
}
