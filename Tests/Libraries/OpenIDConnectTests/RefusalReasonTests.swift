import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

/// Provokes each reason to refuse something; a new one does not compile here until it is provoked, too.
@Suite struct RefusalReasonTests {
    private struct NothingRefused: Error {}

    private static let now = FakeProvider.now.timeIntervalSince1970
    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let otherTenant = "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"
    private static let html = TransportResponse(
        status: .ok, headerFields: [.contentType: "text/html"], body: Array("<html>".utf8))

    @Test("Each refusal reason is given for the fault that it names, with its kind", arguments: RefusalReason.allCases)
    func reason(_ reason: RefusalReason) async throws {
        let error = try await provoke(reason)
        #expect(error.description.contains(reason.rawValue), "\(error)")
        // The pause until keys are refetched depends on the token.
        #expect(error.kind == (reason == .keysNotRefetched ? .temporarilyUnavailable(retryAfter: 60) : reason.kind))
    }

    @Test(
        "The description of a refusal names the value that mattered",
        arguments: [
            (.algorithmNotAccepted, "(HS256: choose an asymmetric signing key for this client at the provider)"),
            (.notVerified, "(alg RS256, kid unknown)"), (.otherIssuer, #"(iss "https://evil.example")"#),
            (.otherAudience, #"(aud ["other","more"])"#), (.otherAuthorizedParty, #"(azp "other")"#),
            (.expired, "(exp 2027-01-15T07:59:00Z, the clock here says 2027-01-15T08:00:00Z)"),
            (.tokenTooLarge, "at most 65536)"), (.subjectTooLarge, "(256 bytes, at most 255)"),
            (.notSigned, "(five parts, as an encrypted one has)"), (.otherType, #"(typ "logout+jwt")"#),
            (.authenticatedTooLongAgo, "(no auth_time, max_age 10)"), (.otherContextClass, #"(acr "bronze")"#),
            (.tenantNotAllowed, "(\(otherTenant))"), (.noBearerToken, #"(token_type "mac")"#),
            (.tokenIDTooLarge, "(256 bytes, at most 255)"), (.sessionIDTooLarge, "(1025 bytes, at most 1024)"),
            (.endpointNotHTTPS, "(token_endpoint http://id.example/token)"), (.metadataIncomplete, "(issuer)"),
            (.metadataOfOtherIssuer, "(https://evil.example)"),
        ] as [(RefusalReason, String)])
    func value(_ reason: RefusalReason, _ words: String) async throws {
        let error = try await provoke(reason)
        #expect(error.description.hasSuffix(words), "\(error)")
    }

    @Test("The value in a refusal reason is bounded, in one line, and without email addresses") func printable() {
        let words = RefusalReason.otherAudience.words(
            "a\r\nb alice@people.example \(String(repeating: "x", count: 999))")
        #expect(words.hasPrefix("it is for somebody else (a b … xxx") && words.utf8.count < 300)
    }

    /// Provokes a refusal.
    private func provoke(_ reason: RefusalReason) async throws -> OpenIDConnectError {
        switch reason {
        case .metadataStatus: try await metadata(TransportResponse(status: .notFound))
        case .metadataNotJSON: try await metadata(Self.html)
        case .metadataIncomplete: try await failure { $0.metadata = ["issuer": .null] }
        case .endpointNotHTTPS:
            try await failure { $0.metadata = ["token_endpoint": .string("http://id.example/token?secret")] }
        case .metadataOfOtherIssuer: try await failure { $0.metadata = ["issuer": .string("https://evil.example")] }
        case .issuerHasChanged: try await issuerHasChanged()
        case .keysStatus:
            try await failure { $0.instead = ["/keys": TransportResponse(status: .internalServerError)] }
        case .keysNotJSON: try await failure { $0.instead = ["/keys": Self.html] }
        case .keysNotRefetched: try await keysNotRefetched()
        case .pushedRequestsLackEndpoint, .pushedRequestsRequired, .pushedRequestRefused, .pushedRequestIgnored:
            try await pushed(reason)
        case .parameterRepeated:
            try await Self.error { _ = try AuthorizationResponse(parsing: FormBody([("code", "a"), ("code", "b")])) }
        case .attemptUnknown: try await failure(fields: [("state", "other")])
        case .responseOfOtherIssuer: try await failure(fields: [("iss", "https://evil.example")])
        case .responseWithoutIssuer:
            try await failure { $0.metadata = ["authorization_response_iss_parameter_supported": .bool(true)] }
        case .responseWithoutCode: try await failure(fields: [("code", "")])
        case .issuerHasChangedSinceStart: try await issuerHasChangedSinceStart()
        case .responseUnlikeIDToken, .tenantMissing, .tenantNotAllowed: try await manyTenants(reason)
        case .busy: try await failure { $0.instead = ["/token": TransportResponse(status: .serviceUnavailable)] }
        case .noTokenResponse: try await failure { $0.instead = ["/token": Self.html] }
        case .noBearerToken: try await failure { $0.tokenResponse = ["token_type": .string("mac")] }
        case .noAccessToken: try await failure { $0.tokenResponse = ["access_token": .null] }
        case .noIDToken: try await failure { $0.tokenResponse = ["id_token": .null] }
        case .tokenNotVisibleASCII: try await failure { $0.tokenResponse = ["access_token": .string("a\nb")] }
        case .madeUpCodeAccepted: try await madeUpCodeAccepted()
        case .userInfoStatus, .userInfoNotJSON, .revocationStatus: try await otherEndpoint(reason)
        case .notSigned: try await failure { $0.tokenResponse = ["id_token": .string("a.b.c.d.e")] }
        case .claimsNotJSON: try await claimsNotJSON()
        case .algorithmNotAccepted: try await failure { $0.header = ["alg": .string("HS256")] }
        case .criticalExtension: try await failure { $0.header = ["crit": .strings("exp")] }
        case .otherType: try await failure { $0.header = ["typ": .string("logout+jwt")] }
        case .keyNameNotString: try await failure { $0.header = ["kid": .number(1)] }
        case .notVerified: try await failure { $0.header = ["kid": .string("unknown")] }
        case .tokenTooLarge: try await claims(["groups": .string(String(repeating: "g", count: 70_000))])
        case .otherIssuer: try await claims(["iss": .string("https://evil.example")])
        case .noSubject: try await claims(["sub": .null])
        case .subjectTooLarge: try await claims(["sub": .string(String(repeating: "s", count: 256))])
        case .otherAudience: try await claims(["aud": .strings("other", "more")])
        case .noExpiry: try await claims(["exp": .null])
        case .expired: try await claims(["exp": .number(Self.now - 60)])
        case .notYetValid: try await claims(["nbf": .number(Self.now + 61)])
        case .noIssueTime: try await claims(["iat": .null])
        case .issuedInFuture: try await claims(["iat": .number(Self.now + 61)])
        case .otherAuthorizedParty: try await claims(["azp": .string("other")])
        case .otherNonce: try await claims(["nonce": .string("other")])
        case .wrongHash: try await claims(["at_hash": .string("other")])
        case .authenticatedTooLongAgo: try await claims([:], SignInRequest(maxAge: 10))
        case .otherContextClass: try await claims(["acr": .string("bronze")], SignInRequest(acrValues: "gold"))
        case .otherPolicy:
            try await failure(
                authority: Authority(FakeProvider.issuer, usesPolicies: true), SignInRequest(policy: "b2c_1_in")
            ) { $0.claims = ["tfp": .string("b2c_1_other")] }
        case .noUser:
            TokenPurpose.idToken.refusal(
                UserKeyRule(try Authority(FakeProvider.issuer)).reasonForNoKey(of: Claims(object: [:])))
        case .noObjectID: try await sharedUsers([:])
        case .otherSharedTenant:
            try await sharedUsers(["oid": .string(Self.otherTenant), "tid": .string(Self.otherTenant)])
        case .otherIdentity, .otherUser: try await refresh(reason)
        case .isIDToken: try await accessToken(["at_hash": .string("x")])
        case .namesNoPermissions: try await accessToken([:], isEntras: true)
        case .policyNotConfigured: try await accessToken(["tfp": .string("b2c_1_other")], policies: ["b2c_1_in"])
        case .entraVersion1:
            try await accessToken(["iss": .string("https://sts.windows.net/x/"), "ver": .string("1.0")])
        case .noLogoutEvent: try await logoutToken(["events": .null])
        case .hasNonce: try await logoutToken(["nonce": .string("n")])
        case .noTokenID: try await logoutToken(["jti": .null])
        case .tokenIDTooLarge: try await logoutToken(["jti": .string(String(repeating: "j", count: 256))])
        case .namesNobody: try await logoutToken(["sub": .null, "sid": .null])
        case .sessionIDTooLarge: try await logoutToken(["sid": .string(String(repeating: "s", count: 1025))])
        }
    }

    private static func error(_ body: () async throws -> Void) async throws -> OpenIDConnectError {
        do {
            try await body()
        } catch let error as OpenIDConnectError {
            return error
        }
        throw NothingRefused()
    }

    /// The error of a sign-in at a provider that has been changed.
    private func failure(
        authority: Authority? = nil, _ request: SignInRequest = SignInRequest(),
        fields: [(name: String, value: String)] = [],
        change: @Sendable (isolated FakeProvider) -> Void = { _ in },
        configure: (inout RelyingPartyConfiguration) -> Void = { _ in }
    ) async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        await provider.change(change)
        return try await Self.error {
            let flow = try SignIn(provider, authority: authority, change: configure)
            _ = try await flow.finish(try await flow.start(request).attempt, fields)
        }
    }

    private func claims(
        _ claims: [String: JSONValue], _ request: SignInRequest = SignInRequest()
    ) async throws -> OpenIDConnectError {
        try await failure(request) { $0.claims = claims }
    }

    private func metadata(_ response: TransportResponse) async throws -> OpenIDConnectError {
        try await failure { $0.instead = ["/.well-known/openid-configuration": response] }
    }

    private func claimsNotJSON() async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let raw = try await provider.signer.sign(payload: "[]", header: #"{"alg":"RS256","kid":"rsa-1"}"#)
        await provider.change { $0.tokenResponse = ["id_token": .string(raw)] }
        return try await Self.error { _ = try await SignIn(provider).run() }
    }

    private func issuerHasChanged() async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let keys = PolicyKeys(
            provider: try SignIn(provider).party.provider, policy: nil,
            issuer: IssuerRule(text: "https://before.example", allowedTenants: []))
        return try await Self.error { _ = try await keys.document() }
    }

    private func issuerHasChangedSinceStart() async throws -> OpenIDConnectError {
        let flow = try SignIn(try await FakeProvider())
        var attempt = try await flow.start().attempt
        attempt.issuer = "https://before.example"
        return try await Self.error { _ = try await flow.finish(attempt) }
    }

    private func madeUpCodeAccepted() async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let tokens: JSONValue = .of(["access_token": .string("a"), "token_type": .string("Bearer")])
        await provider.change { $0.instead = ["/token": FakeProvider.json(tokens)] }
        guard case .unclear(let error) = try await SignIn(provider).party.checkCredential(policy: nil) else {
            throw NothingRefused()
        }
        return error
    }

    private func pushed(_ reason: RefusalReason) async throws -> OpenIDConnectError {
        try await failure(
            change: {
                $0.metadata = ["require_pushed_authorization_requests": .bool(true)]
                guard reason != .pushedRequestsLackEndpoint else { return }
                $0.metadata["pushed_authorization_request_endpoint"] = .string("https://id.example/par")
                let status: HTTPResponse.Status = reason == .pushedRequestRefused ? .unauthorized : .ok
                $0.instead = ["/par": TransportResponse(status: status)]
            },
            configure: { $0.pushedRequests = reason == .pushedRequestsRequired ? .never : .always })
    }

    private func otherEndpoint(_ reason: RefusalReason) async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let fault = reason == .userInfoNotJSON ? Self.html : TransportResponse(status: .unauthorized)
        await provider.change { $0.instead = ["/userinfo": fault, "/revoke": fault] }
        let party = try SignIn(provider).party
        return try await Self.error {
            guard reason != .revocationStatus else {
                return try await party.revoke(refreshToken: "r", policy: nil)
            }
            _ = try await party.userInfo(accessToken: "a", subject: "alice", policy: nil)
        }
    }

    private static func issuer(_ tenant: String) -> String { "https://login.microsoftonline.com/\(tenant)/v2.0" }

    private func manyTenants(_ reason: RefusalReason) async throws -> OpenIDConnectError {
        let second = "f4b7c1d8-2e63-4a90-8d5f-17c3b9e6a042"
        let tid: JSONValue =
            switch reason {
            case .tenantMissing: .null
            case .tenantNotAllowed: .string(Self.otherTenant)
            default: .string(Self.tenant)
            }
        return try await failure(
            authority: Authority(Self.issuer("organizations"), allowedTenants: [Self.tenant, second]),
            fields: [("iss", Self.issuer(second))]
        ) {
            $0.metadata = ["issuer": .string(Self.issuer("{tenantid}"))]
            $0.claims = [
                "iss": .string(Self.issuer(tid.string ?? Self.tenant)), "tid": tid, "oid": .string(Self.otherTenant),
            ]
        }
    }

    private func sharedUsers(_ claims: [String: JSONValue]) async throws -> OpenIDConnectError {
        let shared = try Authority("https://login.microsoftonline.com/\(Self.tenant)/v2.0")
        return try await failure(change: { $0.claims = claims }, configure: { $0.sameUsersAs = shared })
    }

    private func refresh(_ reason: RefusalReason) async throws -> OpenIDConnectError {
        let (subject, other) = (reason == .otherIdentity ? "bob" : "alice", "bob")
        let user = try #require(UserKey(kind: .subject, space: FakeProvider.issuer, value: other))
        let party = try SignIn(try await FakeProvider()).party
        return try await Self.error {
            _ = try await party.refresh(
                "r", policy: nil, identity: Identity(issuer: FakeProvider.issuer, subject: subject), user: user)
        }
    }

    private func accessToken(
        _ claims: [String: JSONValue], policies: [String?] = [nil], isEntras: Bool = false
    ) async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let issuer = isEntras ? "https://login.microsoftonline.com/\(Self.tenant)/v2.0" : FakeProvider.issuer
        await provider.change { $0.metadata = ["issuer": .string(issuer)] }
        let verifier = AccessTokenVerifier(
            authority: try Authority(issuer, usesPolicies: policies != [nil]), audience: "client", policies: policies,
            transport: provider, now: { FakeProvider.now })
        let good: [String: JSONValue] = [
            "iss": .string(issuer), "aud": .string("client"), "exp": .number(Self.now + 60),
        ]
        let raw = try await provider.signer.sign(good.merging(claims) { $1 })
        return try await Self.error { _ = try await verifier.verify(raw) }
    }

    private func logoutToken(_ claims: [String: JSONValue]) async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let raw = try await provider.signer.sign(SampleClaims.logoutToken.merging(claims) { $1 })
        return try await Self.error { _ = try await SignIn(provider).party.verifyLogoutToken(raw) }
    }

    private func keysNotRefetched() async throws -> OpenIDConnectError {
        let provider = try await FakeProvider()
        let raw = try await provider.signer.sign(SampleClaims.logoutToken, header: ["kid": .string("new")])
        let party = try SignIn(provider).party
        _ = try await Self.error { _ = try await party.verifyLogoutToken(raw) }
        return try await Self.error { _ = try await party.verifyLogoutToken(raw) }
    }
}
