import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

/// An authority that signs with real keys, records the requests, and errs if a test wants that.
actor FakeProvider: Transport {
    struct Received: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let query: FormBody
        let fields: HTTPFields
        let form: FormBody
    }

    static let issuer = "https://id.example"
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Changes to metadata, ID token claims, ID token header and token response; `null` removes a member.
    var metadata: [String: JSONValue] = [:]
    var claims: [String: JSONValue] = [:]
    var header: [String: JSONValue] = [:]
    var tokenResponse: [String: JSONValue] = [:]
    /// A refresh brings an ID token only if it requests `openid`, as at Microsoft Entra.
    var refreshesIDTokenOnRequest = false
    var signer: TestSigner
    /// The keys of the key set; by default the signer's key.
    var keys: [JSONValue]?
    var keyFields: HTTPFields = [:]
    /// Responses to give instead, by path.
    var instead: [String: TransportResponse] = [:]
    /// Failures to give instead, by path.
    var failures: [String: TransportError] = [:]
    var nonce = ""
    var challenge = ""
    private(set) var received: [Received] = []

    init() async throws {
        signer = try await .rs256()
    }

    func change(_ body: @Sendable (isolated FakeProvider) -> Void) { body(self) }

    func requests(to path: String) -> [Received] { received.filter { $0.path == path } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let target = request.head.path ?? ""
        let parts = target.split(separator: "?", maxSplits: 1)
        let path = String(parts[0])
        let form = FormBody(parsing: String(decoding: request.body ?? [], as: UTF8.self)) ?? FormBody()
        received.append(
            Received(
                method: request.head.method, path: path,
                query: FormBody(parsing: parts.count > 1 ? String(parts[1]) : "") ?? FormBody(),
                fields: request.head.headerFields, form: form))
        // Callers that wait at the same time are to share one fetch.
        await Task.yield()
        if let failure = failures[path] { throw failure }
        if let response = instead[path] { return response }
        if path.hasSuffix("/.well-known/openid-configuration") {
            return Self.json(.of(Self.basicMetadata.merging(metadata) { $1 }))
        }
        switch path {
        case "/keys":
            return Self.json(.of(["keys": .array(keys ?? [.object(signer.jwk)])]), fields: keyFields)
        case "/token":
            if form[single: "grant_type"] == "authorization_code",
                PKCE(verifier: form[single: "code_verifier"] ?? "").challenge != challenge
                    || form[single: "code"] != "good-code"
            {
                return Self.json(.of(["error": .string("invalid_grant")]), status: .badRequest)
            }
            var members = try tokenResponseMembers()
            let asks = form[single: "scope"]?.split(separator: " ").contains("openid") ?? false
            if refreshesIDTokenOnRequest, form[single: "grant_type"] == "refresh_token", !asks {
                members["id_token"] = .null
            }
            return Self.json(.of(members))
        case "/userinfo":
            return Self.json(.of(["sub": .string("alice"), "name": .string("Alice")]))
        case "/par":
            return Self.json(
                .of(["request_uri": .string("urn:request:1"), "expires_in": .number(60)]), status: .created)
        case "/revoke": return TransportResponse(status: .ok)
        default: return TransportResponse(status: .notFound)
        }
    }

    func idToken() throws -> String {
        let seconds = Self.now.timeIntervalSince1970
        let basic: [String: JSONValue] = [
            "iss": .string(Self.issuer), "sub": .string("alice"), "aud": .string("client"),
            "exp": .number(seconds + 600),
            "iat": .number(seconds), "nonce": .string(nonce),
        ]
        return try signer.sign(basic.merging(claims) { $1 }, header: header)
    }

    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:])
        -> TransportResponse
    {
        var fields = fields
        fields[.contentType] = "application/json"
        return TransportResponse(status: status, headerFields: fields, body: Array(value.text.utf8))
    }

    private func tokenResponseMembers() throws -> [String: JSONValue] {
        var basic: [String: JSONValue] = [
            "access_token": .string("access-1"), "token_type": .string("Bearer"), "expires_in": .number(3600),
            "refresh_token": .string("refresh-1"),
        ]
        if tokenResponse["id_token"] == nil { basic["id_token"] = .string(try idToken()) }
        return basic.merging(tokenResponse) { $1 }
    }

    private static let basicMetadata: [String: JSONValue] = [
        "issuer": .string(issuer),
        "authorization_endpoint": .string("https://id.example/authorize"),
        "token_endpoint": .string("https://id.example/token"),
        "jwks_uri": .string("https://id.example/keys"),
        "userinfo_endpoint": .string("https://id.example/userinfo"),
        "end_session_endpoint": .string("https://id.example/logout"),
        "revocation_endpoint": .string("https://id.example/revoke"),
    ]
}

/// A sign-in from beginning to end, against a fake provider.
struct SignIn {
    let provider: FakeProvider
    let party: RelyingParty

    init(
        _ provider: FakeProvider, authority: Authority? = nil,
        now: @autoclosure @escaping @Sendable () -> Date = FakeProvider.now,
        change: (inout RelyingPartyConfiguration) -> Void = { _ in }
    ) throws {
        self.provider = provider
        var configuration = RelyingPartyConfiguration(
            authority: try authority ?? Authority(FakeProvider.issuer), clientID: "client",
            redirectURI: "http://localhost:3000/auth/openid/return", clientCredential: .secret("s3cret"))
        change(&configuration)
        party = RelyingParty(configuration: configuration, transport: provider, now: now)
    }

    func start(_ request: SignInRequest = SignInRequest()) async throws -> (query: FormBody, attempt: SignInAttempt) {
        let start = try await party.startSignIn(request)
        let query = try #require(FormBody(parsing: start.url.query ?? ""))
        await provider.change {
            $0.nonce = query[single: "nonce"] ?? ""
            $0.challenge = query[single: "code_challenge"] ?? ""
        }
        return (query, start.attempt)
    }

    func finish(_ attempt: SignInAttempt, _ fields: [(name: String, value: String)] = []) async throws -> Grant {
        let all = fields.contains { $0.name == "state" } ? fields : [("state", attempt.state)] + fields
        let withCode = all.contains { $0.name == "code" || $0.name == "error" } ? all : all + [("code", "good-code")]
        return try await party.finish(attempt, AuthorizationResponse(parsing: FormBody(withCode)))
    }

    func run(_ request: SignInRequest = SignInRequest()) async throws -> Grant {
        try await finish(try await start(request).attempt)
    }

    /// A refresh for the session of a user at a provider without policies.
    func refresh(_ token: String, issuer: String = FakeProvider.issuer) async throws -> RefreshedTokens {
        let user = try #require(UserKey(kind: .subject, space: issuer, value: "alice"))
        return try await party.refresh(
            token, policy: nil, identity: Identity(issuer: issuer, subject: "alice"), user: user)
    }
}

/// Expects an error of a kind.
func expectKind(
    _ kind: OpenIDConnectError.Kind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    do {
        _ = try await body()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? OpenIDConnectError)?.kind == kind, "\(error)", sourceLocation: sourceLocation)
    }
}

extension IssuerRule {
    /// The rule of an authority with the fake provider's one issuer.
    static let fakeProviders = IssuerRule(text: FakeProvider.issuer, allowedTenants: [])
}
