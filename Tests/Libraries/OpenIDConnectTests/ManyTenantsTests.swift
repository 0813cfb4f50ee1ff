import Encodings
import FoundationEssentials
import HTTPTransport
import Testing

@testable import OpenIDConnect

/// Entra for many tenants: the token's `tid` decides which issuer is right, and a list which tenants are allowed.
@Suite struct ManyTenantsTests {
    private static let tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    private static let otherTenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let foreignTenant = "d2c4a6b8-1f3e-4d5c-8b7a-9e0f1a2b3c4d"
    private static let object = "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"
    private static let template = issuer(of: "{tenantid}")
    private static let good: [String: JSONValue] = [
        "iss": .string(issuer(of: tenant)), "tid": .string(tenant), "oid": .string(object),
    ]
    /// Claims that no allowed tenant's token has.
    private static let wrongClaims: [[String: JSONValue]] = [
        ["tid": .null], ["tid": .string("")], ["tid": .string("contoso.onmicrosoft.com")], ["tid": .number(1)],
        ["tid": .string(foreignTenant)], ["tid": .string(foreignTenant), "iss": .string(issuer(of: foreignTenant))],
        ["tid": .string(otherTenant)], ["iss": .string(issuer(of: otherTenant))], ["iss": .string(template)],
        ["iss": .string("https://login.microsoftonline.com/organizations/v2.0")], ["iss": .null],
        ["iss": .string(issuer(of: tenant) + "/")], ["iss": .string("https://evil.example/\(tenant)/v2.0")],
    ]

    private static func issuer(of tenant: String) -> String { "https://login.microsoftonline.com/\(tenant)/v2.0" }

    private static var authority: Authority {
        get throws {
            try Authority(
                "https://login.microsoftonline.com/organizations/v2.0",
                allowedTenants: [tenant.uppercased(), otherTenant])
        }
    }

    private func provider(
        _ claims: [String: JSONValue] = [:], keyIssuer: JSONValue? = nil
    ) async throws -> FakeProvider {
        let provider = try await FakeProvider()
        await provider.change {
            $0.metadata = ["issuer": .string(Self.template)]
            $0.claims = Self.good.merging(claims) { $1 }
            if let keyIssuer { $0.keys = [.object($0.signer.jwk.with(["issuer": keyIssuer]))] }
        }
        return provider
    }

    private func signIn(_ provider: FakeProvider) throws -> SignIn { try SignIn(provider, authority: Self.authority) }

    @Test(
        "A user of each allowed tenant signs in, under the tenant's issuer",
        arguments: [tenant, otherTenant, tenant.uppercased()])
    func success(tenant: String) async throws {
        let grant = try await signIn(
            try await provider(["tid": .string(tenant), "iss": .string(Self.issuer(of: tenant))])
        ).run()
        #expect(grant.identity == Identity(issuer: Self.issuer(of: tenant), subject: "alice"))
        #expect(grant.user == UserKey(kind: .objectID, space: tenant.lowercased(), value: Self.object))
    }

    @Test("An ID token of no allowed tenant, or whose issuer isn't its tenant's, is refused", arguments: wrongClaims)
    func refused(_ claims: [String: JSONValue]) async throws {
        let flow = try signIn(try await provider(claims))
        await expectKind(.invalidIDToken) { try await flow.run() }
    }

    @Test(
        "A key with an issuer counts for that issuer only, be it a template or fixed",
        arguments: [
            (.string(template), true), (.string(issuer(of: tenant)), true), (.string(issuer(of: otherTenant)), false),
            (.string("https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"), false),
            (.string("https://evil.example/{tenantid}/v2.0"), false), (.number(1), false), (.string(""), false),
        ] as [(JSONValue, Bool)])
    func keyIssuer(_ issuer: JSONValue, _ isRight: Bool) async throws {
        let provider = try await provider(keyIssuer: issuer)
        let flow = try signIn(provider)
        let verifier = AccessTokenVerifier(
            authority: try Self.authority, audience: "client", transport: provider, now: { FakeProvider.now })
        let token = try await accessToken(provider)
        guard !isRight else {
            _ = try await flow.run()
            _ = try await verifier.verify(token)
            return
        }
        await expectKind(.invalidIDToken) { try await flow.run() }
        await expectKind(.invalidAccessToken("no key of the authority's verifies its signature")) {
            try await verifier.verify(token)
        }
    }

    @Test(
        "The error names the fault of the tenant, even if the keys are the template's",
        arguments: [
            (["tid": .null], "its tid is missing, or no GUID"),
            (["tid": .string(otherTenant)], "it is another issuer's, or nobody's"),
            (
                ["tid": .string(foreignTenant), "iss": .string(issuer(of: foreignTenant))],
                "allowedTenants doesn't list its tenant (\(foreignTenant))"
            ),
        ] as [([String: JSONValue], String)])
    func reasons(_ claims: [String: JSONValue], _ reason: String) async throws {
        let flow = try signIn(try await provider(claims, keyIssuer: .string(Self.template)))
        await #expect {
            try await flow.run()
        } throws: { error in
            (error as? OpenIDConnectError)?.description.hasPrefix("the ID token is refused: \(reason)") == true
        }
    }

    @Test("Access tokens of allowed tenants are accepted")
    func accessToken() async throws {
        let provider = try await provider()
        let verifier = AccessTokenVerifier(
            authority: try Self.authority, audience: "client", transport: provider, now: { FakeProvider.now })
        let claims = try await verifier.verify(try await accessToken(provider))
        #expect(verifier.users.key(of: claims)?.space == Self.tenant)
    }

    @Test("Access tokens of any other tenant are refused", arguments: wrongClaims)
    func refusedAccessToken(_ claims: [String: JSONValue]) async throws {
        let provider = try await provider(claims)
        let verifier = AccessTokenVerifier(
            authority: try Self.authority, audience: "client", transport: provider, now: { FakeProvider.now })
        let token = try await accessToken(provider)
        await #expect {
            try await verifier.verify(token)
        } throws: { error in
            if case .invalidAccessToken = (error as? OpenIDConnectError)?.kind { true } else { false }
        }
    }

    private func accessToken(_ provider: FakeProvider) async throws -> String {
        let seconds = FakeProvider.now.timeIntervalSince1970
        let claims: [String: JSONValue] = [
            "aud": .string("client"), "exp": .number(seconds + 60), "sub": .string("alice"), "scp": .string("tasks"),
        ]
        return try await provider.signer.sign(claims.merging(await provider.claims) { $1 })
    }

    @Test("The response's issuer must be an allowed tenant's, and that of the ID token")
    func responseIssuer() async throws {
        let flow = try signIn(try await provider())
        let attempt = try await flow.start().attempt
        _ = try await flow.finish(attempt, [("iss", Self.issuer(of: Self.tenant))])
        let others = [
            Self.issuer(of: Self.otherTenant), Self.issuer(of: Self.foreignTenant), Self.template,
            "https://evil.example/\(Self.tenant)/v2.0",
        ]
        for issuer in others {
            await expectKind(.invalidResponse) { try await flow.finish(attempt, [("iss", issuer)]) }
        }
    }

    @Test("Other sites may start a sign-in in the name of an allowed tenant")
    func initiated() async throws {
        let party = try signIn(try await provider()).party
        #expect(try await party.isIssuer(Self.issuer(of: Self.tenant), policy: nil))
        for other in [Self.issuer(of: Self.foreignTenant), Self.template, "https://evil.example/\(Self.tenant)/v2.0"] {
            #expect(try await !party.isIssuer(other, policy: nil))
        }
    }

    @Test("A refreshed ID token has to be of the session's tenant")
    func refresh() async throws {
        func refreshed(_ claims: [String: JSONValue]) async throws -> RefreshedTokens {
            let user = try #require(UserKey(kind: .objectID, space: Self.tenant, value: Self.object))
            return try await signIn(try await provider(claims)).party.refresh(
                "refresh-1", policy: nil, identity: Identity(issuer: Self.issuer(of: Self.tenant), subject: "alice"),
                user: user)
        }
        #expect(try await refreshed([:]).idToken?.issuer == Self.issuer(of: Self.tenant))
        await expectKind(.invalidIDToken) {
            try await refreshed([
                "tid": .string(Self.otherTenant), "iss": .string(Self.issuer(of: Self.otherTenant)),
            ])
        }
        // The same user, but not the same issuer (OpenID Connect Core, section 12.2).
        let capitals = Self.tenant.uppercased()
        await expectKind(.invalidIDToken) {
            try await refreshed(["tid": .string(capitals), "iss": .string(Self.issuer(of: capitals))])
        }
        for claims in Self.wrongClaims { await expectKind(.invalidIDToken) { try await refreshed(claims) } }
    }

    @Test("A session of a tenant that is no longer allowed gets no refresh, and the authority no token")
    func removedTenant() async throws {
        let provider = try await provider()
        let user = try #require(UserKey(kind: .objectID, space: Self.foreignTenant, value: Self.object))
        let party = try signIn(provider).party
        await expectKind(.signInAgain) {
            try await party.refresh(
                "refresh-1", policy: nil,
                identity: Identity(issuer: Self.issuer(of: Self.foreignTenant), subject: "alice"), user: user)
        }
        #expect(await provider.requests(to: "/token").isEmpty)
    }

    @Test("A logout token names its tenant by its issuer, and by tid if it has one")
    func logout() async throws {
        let provider = try await provider()
        let party = try signIn(provider).party
        func verify(_ claims: [String: JSONValue]) async throws -> LogoutToken {
            let all = SampleClaims.logoutToken.merging(["iss": .string(Self.issuer(of: Self.tenant))]) { $1 }
                .merging(claims) { $1 }
            return try await party.verifyLogoutToken(
                try await provider.signer.sign(all, header: ["typ": .string("logout+jwt")]))
        }
        #expect(try await verify([:]).issuer == Self.issuer(of: Self.tenant))
        #expect(try await verify(["tid": .string(Self.tenant)]).issuer == Self.issuer(of: Self.tenant))
        let wrong: [[String: JSONValue]] = [
            ["iss": .string(Self.issuer(of: Self.foreignTenant))], ["iss": .string(Self.template)],
            ["tid": .string(Self.otherTenant)], ["tid": .number(1)],
        ]
        for claims in wrong { await expectKind(.invalidLogoutToken) { try await verify(claims) } }
    }
}
