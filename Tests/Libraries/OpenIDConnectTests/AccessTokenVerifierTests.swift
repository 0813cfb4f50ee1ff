import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnectTesting
import TestSupport
import Testing

@testable import OpenIDConnect

@Suite struct AccessTokenVerifierTests {
    private static let now = FakeProvider.now.timeIntervalSince1970

    private func verifier(_ provider: FakeProvider, policies: [String?] = [nil]) throws -> AccessTokenVerifier {
        AccessTokenVerifier(
            authority: try Authority(FakeProvider.issuer, usesPolicies: policies != [nil]), audience: "api",
            policies: policies,
            transport: provider, now: { FakeProvider.now })
    }

    private func verify(
        _ changes: [String: JSONValue], header: [String: JSONValue] = [:], policies: [String?] = [nil]
    ) async throws -> Claims {
        let provider = try await FakeProvider()
        let raw = try await provider.signer.sign(SampleClaims.accessToken.merging(changes) { $1 }, header: header)
        return try await verifier(provider, policies: policies).verify(raw)
    }

    @Test(
        "A valid access token yields its claims",
        arguments: [
            [:], ["aud": .string("api")], ["exp": .number(now - 59)], ["nbf": .number(now + 59)], ["iat": .null],
            ["nonce": .string("n"), "scp": .string("tasks")], ["nonce": .string("n"), "scope": .string("tasks")],
            ["nonce": .string("n"), "roles": .strings("user")],
            ["tfp": .string("b2c_1_other"), "acr": .string("b2c_1_other")],
        ] as [[String: JSONValue]])
    func accepted(_ changes: [String: JSONValue]) async throws {
        #expect(try await verify(changes)[string: "oid"] == "o-1")
        #expect(try await verify(changes, header: ["typ": .string("at+jwt")])[string: "oid"] == "o-1")
        #expect(try await verify(changes, header: ["typ": .null])[string: "oid"] == "o-1")
    }

    @Test(
        "An invalid access token is refused with the reason",
        arguments: [
            (["exp": .number(now - 60)], "expired"), (["exp": .null], "it has no end"),
            (["exp": .number("1e300")], "it has no end"),
            (["nbf": .number(now + 61)], "not yet valid"), (["aud": .strings("other")], "it is for somebody else"),
            (["aud": .array([])], "it is for somebody else"), (["aud": .null], "it is for somebody else"),
            (["iss": .string("https://evil.example")], "it is another issuer's, or nobody's"),
            (["iss": .null], "it is another issuer's, or nobody's"),
            (["events": .of([:])], "it is a token of another type"),
            (["at_hash": .string("77QmUPtjPfzWtF2AnpK9RQ")], "it is an ID token"),
            (["c_hash": .string("LDktKdoQak3Pk0cnXxCltA")], "it is an ID token"),
            (["at_hash": .string("77QmUPtjPfzWtF2AnpK9RQ"), "scp": .string("tasks")], "it is an ID token"),
            (["nonce": .string("n")], "it is an ID token"),
            (["nonce": .string("n"), "name": .string("Alice")], "it is an ID token"),
        ] as [([String: JSONValue], String)])
    func refused(_ changes: [String: JSONValue], _ reason: String) async {
        await expectKind(.invalidAccessToken(reason)) { try await verify(changes) }
    }

    @Test(
        "An ID token of Microsoft Entra is refused although nothing but scp tells it from an access token",
        arguments: [
            ([:], false), (["roles": .strings("user")], false), (["azp": .string("app")], false),
            (["scp": .string("tasks")], true),
            (["roles": .strings("user"), "azp": .string("app")], true),
        ] as [([String: JSONValue], Bool)])
    func entra(_ permissions: [String: JSONValue], _ isAccepted: Bool) async throws {
        let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
        let own = "https://\(tenant).ciamlogin.com/\(tenant)/v2.0"
        let authorities = try [
            Authority("https://login.microsoftonline.com/\(tenant)/v2.0"),
            Authority("https://contoso.ciamlogin.com/\(tenant)/v2.0"),
            Authority("https://login.contoso.example/\(tenant)/v2.0", expectedIssuer: own),
        ]
        for (authority, issuer) in zip(authorities, [authorities[0].text, own, own]) {
            let provider = try await FakeProvider()
            await provider.change { $0.metadata = ["issuer": .string(issuer)] }
            // As a refresh at Entra brings it: without nonce and hashes.
            let idToken: [String: JSONValue] = [
                "iss": .string(issuer), "aud": .string("app"), "tid": .string(tenant),
                "oid": .string("6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154"), "exp": .number(Self.now + 60),
                "ver": .string("2.0"),
            ]
            let raw = try await provider.signer.sign(idToken.merging(permissions) { $1 })
            let verifier = AccessTokenVerifier(
                authority: authority, audience: "app", transport: provider, now: { FakeProvider.now })
            guard !isAccepted else {
                _ = try await verifier.verify(raw)
                continue
            }
            let reason = "it has neither scp nor roles with azp, so it may be an ID token of Microsoft Entra"
            await expectKind(.invalidAccessToken(reason)) { try await verifier.verify(raw) }
        }
    }

    @Test("A v1 token of Microsoft Entra is named as such, with its issuer and the fix; other issuers' are not")
    func version1() async throws {
        let issuer = "https://sts.windows.net/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/"
        await expectKind(
            .invalidAccessToken(
                "it is a v1 token of Microsoft Entra; set requestedAccessTokenVersion to 2 in the manifest of the "
                    + "API's registration")
        ) {
            try await verify(["iss": .string(issuer), "ver": .string("1.0")])
        }
        await #expect {
            _ = try await verify(["iss": .string(issuer), "ver": .string("1.0")])
        } throws: { error in
            "\(error)".hasSuffix("(iss \(issuer), ver 1.0)")
        }
        for changes in [
            ["iss": .string(issuer), "ver": .string("2.0")],
            ["iss": .string("https://evil.example"), "ver": .string("1.0")],
        ] as [[String: JSONValue]] {
            await expectKind(.invalidAccessToken("it is another issuer's, or nobody's")) { try await verify(changes) }
        }
    }

    @Test(
        "An access token with a wrong header is refused with the reason",
        arguments: [
            (["alg": .string("none")], "its algorithm is not accepted"),
            (["alg": .string("HS256")], "its algorithm is not accepted"),
            (["kid": .string("x")], "no key of the authority's verifies its signature"),
            (["crit": .strings("x")], "its header has a critical extension"),
            (["typ": .string("logout+jwt")], "it is a token of another type"),
            (["typ": .string("dpop+jwt")], "it is a token of another type"),
        ] as [([String: JSONValue], String)])
    func header(_ header: [String: JSONValue], _ reason: String) async {
        await expectKind(.invalidAccessToken(reason)) { try await verify([:], header: header) }
    }

    @Test(
        "A text that is no signed token is refused without a request to the authority",
        arguments: ["", "opaque", "a.b.c", "..", "e30.e30."])
    func opaque(_ raw: String) async throws {
        let provider = try await FakeProvider()
        await #expect(throws: OpenIDConnectError.self) { try await verifier(provider).verify(raw) }
        #expect(await provider.requests(to: "/keys").isEmpty)
    }

    @Test("While the authority is unreachable, a token is neither accepted nor refused")
    func unreachable() async throws {
        let provider = try await FakeProvider()
        let raw = try await provider.signer.sign(SampleClaims.accessToken)
        await provider.change { $0.failures = ["/keys": TransportError(.unreachable, "x")] }
        await expectKind(.providerUnreachable) { try await verifier(provider).verify(raw) }
        #expect(OpenIDConnectError.Kind.providerUnreachable.isProvidersFault)
        await provider.change { $0.failures = ["/.well-known/openid-configuration": TransportError(.timedOut, "x")] }
        await expectKind(.providerTimedOut) { try await verifier(provider).verify(raw) }
    }

    @Test("Cached keys verify while the authority is unreachable")
    func knownKeys() async throws {
        let provider = try await FakeProvider()
        let verifier = try verifier(provider)
        let raw = try await provider.signer.sign(SampleClaims.accessToken)
        _ = try await verifier.verify(raw)
        await provider.change {
            $0.failures = [
                "/keys": TransportError(.unreachable, "x"),
                "/.well-known/openid-configuration": TransportError(.unreachable, "x"),
            ]
        }
        _ = try await verifier.verify(raw)
    }

    @Test("Many bad tokens cause one refetch of the keys, not one each")
    func flood() async throws {
        let provider = try await FakeProvider()
        let verifier = try verifier(provider)
        let signer = await provider.signer
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                let raw = try signer.sign(SampleClaims.accessToken, header: ["kid": .string("k\(number)")])
                group.addTask { await #expect(throws: OpenIDConnectError.self) { try await verifier.verify(raw) } }
            }
            try await group.waitForAll()
        }
        #expect(await provider.requests(to: "/keys").count == 2)
        _ = try await verifier.verify(try signer.sign(SampleClaims.accessToken))
    }

    @Test("A token of an unknown key delays those of a new key by five seconds at most")
    func newKeyAfterUnknown() async throws {
        let provider = try await FakeProvider()
        let clock = TestClock()
        let verifier = AccessTokenVerifier(
            authority: try Authority(FakeProvider.issuer), audience: "api", transport: provider, now: { clock.now })
        let known = await provider.signer
        _ = try await verifier.verify(try known.sign(SampleClaims.accessToken))
        let unknown = try known.sign(SampleClaims.accessToken, header: ["kid": .string("unknown")])
        await #expect(throws: OpenIDConnectError.self) { try await verifier.verify(unknown) }
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        await provider.change { $0.signer = newer }
        let good = try newer.sign(SampleClaims.accessToken)
        await #expect(throws: OpenIDConnectError.self) { try await verifier.verify(good) }
        clock.advance(by: 6)
        _ = try await verifier.verify(good)
        #expect(await provider.requests(to: "/keys").count == 3)
    }

    @Test(
        "With policies a token names a configured policy, or none",
        arguments: [
            ([:], true), (["tfp": .string("B2C_1_In")], true), (["acr": .string("B2C_1_UP")], true),
            (["acr": .string("1")], true),
            (["tfp": .string("b2c_1_in"), "acr": .string("urn:mace:silver")], true),
            (["tfp": .string("b2c_1_weak")], false),
            (["tfp": .string("other")], false), (["tfp": .string("")], false), (["tfp": .number(1)], false),
            (["acr": .string("B2C_1A_weak")], false),
            (["tfp": .string("b2c_1_in"), "acr": .string("b2c_1_weak")], false),
        ] as [([String: JSONValue], Bool)])
    func policy(_ changes: [String: JSONValue], _ isAccepted: Bool) async throws {
        let policies = ["b2c_1_in", "B2C_1_up"]
        guard isAccepted else {
            return await expectKind(.invalidAccessToken("a policy issued it that isn't configured")) {
                try await verify(changes, policies: policies)
            }
        }
        _ = try await verify(changes, policies: policies)
    }

    @Test("A token of any configured policy is accepted, and the keys of its policy are fetched first")
    func policies() async throws {
        let provider = try await FakeProvider()
        let raw = try await provider.signer.sign(SampleClaims.accessToken.merging(["tfp": .string("B2C_1_UP")]) { $1 })
        _ = try await verifier(provider, policies: ["b2c_1_in", "b2c_1_up"]).verify(raw)
        let asked = await provider.requests(to: "/v2.0/.well-known/openid-configuration").map { $0.query[single: "p"] }
        #expect(asked == ["b2c_1_up"])
    }
}
