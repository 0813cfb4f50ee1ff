import Encodings
import HTTPTransport
import Testing

@testable import OpenIDConnect

/// A provider as a relying party sees it: what it publishes, how its responses and tokens look, and what that has to
/// lead to.
struct ProviderSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The authority, as an operator writes it.
    var authority = FakeProvider.issuer
    /// The issuer, as metadata and tokens have it.
    var issuer = FakeProvider.issuer
    /// The issuer of the metadata, if it is a template.
    var publishedIssuer: String?
    /// The tenants that an authority of many needs.
    var allowedTenants: [String] = []
    /// The metadata, but for its issuer.
    var metadata: JSONObject

    /// How ID tokens are signed.
    var signer: @Sendable () async throws -> TestSigner = { try await .rs256() }
    /// Members of the signing key that are other than usual; `null` takes one out.
    var key: [String: JSONValue] = [:]
    /// The keys that are published before the signing key.
    var otherKeys: [JSONValue] = []
    /// Members of an ID token's header that are other than usual.
    var header: [String: JSONValue] = [:]
    /// Claims that are other than usual.
    var claims: [String: JSONValue] = [:]
    /// The parameters next to `state` and `code`.
    var beside: [(name: String, value: String)] = []
    /// Members of the token response that are other than usual.
    var tokenResponse: [String: JSONValue] = [:]

    /// Further changes of a refresh to the claims and the token response.
    var refreshedClaims: [String: JSONValue] = [:]
    var refreshedTokenResponse: [String: JSONValue] = [:]

    /// The settings that such a provider needs.
    var configure: @Sendable (inout RelyingPartyConfiguration) -> Void = { _ in }

    /// The requested scopes.
    var scopes = "openid profile offline_access"
    /// How the client proves itself.
    var authentication = ClientAuthenticationMethod.clientSecretBasic
    /// The lifetime of the access token in seconds; `nil` if that isn't known.
    var life: Double? = 3600
    /// The refresh token after a refresh.
    var refreshToken = "refresh-1"

    /// A provider that deviates in one respect.
    init(_ name: String, _ change: (inout ProviderSample) -> Void) {
        testDescription = name
        metadata = Self.plain
        change(&self)
    }

    /// A provider that publishes this document.
    init(_ name: String, issuer: String, metadata: String, _ change: (inout ProviderSample) -> Void) {
        testDescription = name
        self.metadata = JSONObject(parsing: Array(metadata.utf8)) ?? JSONObject()
        self.issuer = issuer
        authority = issuer
        change(&self)
    }

    /// The address of an endpoint, without the query in which Azure AD B2C has the policy.
    func place(of endpoint: String) -> String? { metadata[endpoint]?.string.map { String($0.prefix { $0 != "?" }) } }

    /// An `at_hash` that is right, by RS256.
    static func hash(of accessToken: String) -> JSONValue {
        .string(Base64URL.encode(SignatureAlgorithm.rs256.leftHalfOfDigest(of: accessToken)))
    }

    private static let plain = JSONObject().with([
        "authorization_endpoint": .string("https://id.example/authorize"),
        "token_endpoint": .string("https://id.example/token"),
        "jwks_uri": .string("https://id.example/keys"),
        "userinfo_endpoint": .string("https://id.example/userinfo"),
        "end_session_endpoint": .string("https://id.example/logout"),
        "response_types_supported": .strings("code"),
        "subject_types_supported": .strings("public"),
        "id_token_signing_alg_values_supported": .strings("RS256"),
    ])
}
