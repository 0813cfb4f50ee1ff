import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

@Suite struct RefreshTests {
    private let alice = Identity(issuer: FakeProvider.issuer, subject: "alice")

    @Test("New tokens come, the ID token verified, and no scope is sent")
    func success() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.answer = ["refresh_token": .string("refresh-2")] }
        let tokens = try await SignIn(provider).party.refresh("refresh-1", policy: nil, identity: alice)
        #expect(tokens.accessToken == "access-1")
        #expect(tokens.refreshToken == "refresh-2")
        #expect(tokens.idToken?.subject == "alice")
        #expect(tokens.expiry == FakeProvider.now.addingTimeInterval(3600))
        let form = try #require(await provider.requests(to: "/token").first).form
        #expect(form == FormBody([("grant_type", "refresh_token"), ("refresh_token", "refresh-1")]))
    }

    @Test("Another secret serves from the next call on, and a credential that is of no use leaves the old one in use")
    func otherCredential() async throws {
        let provider = try await FakeProvider()
        let party = try SignIn(provider).party
        func proof() async throws -> String? {
            _ = try await party.refresh("r", policy: nil, identity: alice)
            return await provider.requests(to: "/token").last?.fields[.authorization]
        }
        let first = try await proof()
        try await party.replaceCredential(.secret("another secret"))
        let second = try await proof()
        #expect(first != second)
        #expect(second == ClientAuthentication.basic(clientID: party.configuration.clientID, secret: "another secret"))
        await expectKind(.configuration(setting: "clientKeyFile")) {
            try await party.replaceCredential(.privateKey("nonsense"))
        }
        #expect(try await proof() == second)
    }

    @Test("An answer may lack the ID token, its nonce, and the refresh token")
    func sparse() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.answer = ["refresh_token": .null, "id_token": .null] }
        let tokens = try await SignIn(provider).party.refresh("refresh-1", policy: nil, identity: alice)
        #expect(tokens.refreshToken == "refresh-1")
        #expect(tokens.idToken == nil)
        await provider.change {
            $0.answer = [:]
            $0.claims = ["nonce": .null]
        }
        #expect(try await SignIn(provider).party.refresh("refresh-1", policy: nil, identity: alice).idToken != nil)
    }

    @Test(
        "An ID token of another person, issuer or client ends the session",
        arguments: [
            ["sub": .string("bob")], ["iss": .string("https://evil.example")], ["aud": .string("other")],
            ["exp": .number(1)],
            ["at_hash": .string("x")],
        ] as [[String: JSONValue]])
    func refused(_ changes: [String: JSONValue]) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.claims = changes }
        await expectKind(.invalidIDToken) {
            try await SignIn(provider).party.refresh("r", policy: nil, identity: alice)
        }
        #expect(OpenIDConnectError.Kind.invalidIDToken.endsSession)
    }

    @Test("Only a refusal ends the session, a failure doesn't")
    func failures() async throws {
        let provider = try await FakeProvider()
        let party = try SignIn(provider).party
        await provider.change {
            $0.instead = ["/token": FakeProvider.json(.of(["error": .string("invalid_grant")]), status: .badRequest)]
        }
        await expectKind(.invalidGrant) { try await party.refresh("r", policy: nil, identity: alice) }
        #expect(OpenIDConnectError.Kind.invalidGrant.endsSession)
        await provider.change { $0.instead = ["/token": TransportResponse(status: .badGateway)] }
        await expectKind(.badTokenResponse) { try await party.refresh("r", policy: nil, identity: alice) }
        #expect(!OpenIDConnectError.Kind.badTokenResponse.endsSession)
        await provider.change { $0.failures = ["/token": TransportError(.timedOut, "x")] }
        await expectKind(.providerTimedOut) { try await party.refresh("r", policy: nil, identity: alice) }
        #expect(!OpenIDConnectError.Kind.providerTimedOut.endsSession)
    }

    @Test("The refresh token isn't consumed while the keys can't be fetched")
    func keysFirst() async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.failures = ["/keys": TransportError(.unreachable, "x")] }
        await expectKind(.providerUnreachable) {
            try await SignIn(provider).party.refresh("r", policy: nil, identity: alice)
        }
        #expect(await provider.requests(to: "/token").isEmpty)
    }

    @Test(
        "If the keys become unreachable during a refresh, the error has the new refresh token, but its description hasn't"
    )
    func keysAwayAfterwards() async throws {
        let provider = try await FakeProvider()
        let party = try SignIn(provider).party
        _ = try await party.refresh("r", policy: nil, identity: alice)
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        await provider.change {
            ($0.signer, $0.answer) = (newer, ["refresh_token": .string("refresh-2")])
            $0.failures = ["/keys": TransportError(.timedOut, "x")]
        }
        do {
            _ = try await party.refresh("r", policy: nil, identity: alice)
            Issue.record("nothing was refused")
        } catch {
            #expect(error.kind == .providerTimedOut && !error.kind.endsSession)
            #expect(error.newRefreshToken == "refresh-2")
            #expect(!"\(error) \(String(reflecting: error))".contains("refresh-2"))
        }
    }

    @Test("Another issuer never sees the refresh token")
    func otherIssuer() async throws {
        let provider = try await FakeProvider()
        let stranger = Identity(issuer: "https://former.example", subject: "alice")
        await expectKind(.signInAgain) {
            try await SignIn(provider).party.refresh("r", policy: nil, identity: stranger)
        }
        #expect(await provider.requests(to: "/token").isEmpty)
    }
}
