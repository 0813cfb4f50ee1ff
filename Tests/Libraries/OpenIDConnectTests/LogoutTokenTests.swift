import Encodings
import FoundationEssentials
import Testing

@testable import OpenIDConnect

@Suite struct LogoutTokenTests {
    private static let now = FakeProvider.now.timeIntervalSince1970

    private func verify(
        _ changes: [String: JSONValue] = [:], header: [String: JSONValue] = ["typ": .string("logout+jwt")],
        signer: TestSigner? = nil
    ) async throws -> LogoutToken {
        let provider = try await FakeProvider()
        let own = await provider.signer
        let raw = try (signer ?? own).sign(SampleClaims.logoutToken.merging(changes) { $1 }, header: header)
        return try await SignIn(provider).party.verifyLogoutToken(raw)
    }

    @Test("A valid logout token says whose sessions end")
    func success() async throws {
        let token = try await verify()
        #expect(token.subject == "alice")
        #expect(token.sessionID == "s-1")
        #expect(token.tokenID == "j-1")
        #expect(token.issuedAt == FakeProvider.now)
        #expect(token.expiry == FakeProvider.now.addingTimeInterval(180))
    }

    @Test("A logout token may name a user alone or a session alone, and typ may be JWT or missing")
    func sparse() async throws {
        #expect(try await verify(["sid": .null]).sessionID == nil)
        #expect(try await verify(["sub": .null]).subject == nil)
        let longest = String(repeating: "é", count: 512)
        #expect(try await verify(["sid": .string(longest)]).sessionID == longest)
        _ = try await verify(header: ["typ": .string("JWT")])
        _ = try await verify(header: ["typ": .null])
        _ = try await verify(header: ["typ": .string("application/logout+jwt")])
    }

    @Test(
        "An invalid logout token is refused",
        arguments: [
            ["iss": .string("https://evil.example")], ["iss": .null], ["aud": .string("other")], ["aud": .null],
            ["aud": .array([])],
            ["iat": .null], ["iat": .number(now + 61)], ["exp": .null], ["exp": .number(now - 60)],
            ["exp": .number("1e300")],
            ["jti": .null],
            ["jti": .string("")], ["jti": .number(1)], ["events": .null], ["events": .of([:])],
            ["events": .string("x")],
            ["events": .of(["http://schemas.openid.net/event/other": .of([:])])],
            ["events": .of(["http://schemas.openid.net/event/backchannel-logout": .bool(true)])],
            ["nonce": .string("n")],
            ["sub": .null, "sid": .null], ["sub": .string("")], ["sub": .number(1)], ["sid": .number(1)],
            ["sid": .string("")], ["sid": .string("s\u{0}1")], ["sid": .string(String(repeating: "s", count: 1025))],
        ] as [[String: JSONValue]])
    func claims(_ changes: [String: JSONValue]) async {
        await expectKind(.invalidLogoutToken) { try await verify(changes) }
    }

    @Test(
        "A logout token with a wrong header or signature is refused",
        arguments: [
            ["alg": .string("none")], ["alg": .string("HS256")], ["typ": .string("at+jwt")], ["crit": .strings("x")],
            ["kid": .string("other")],
        ] as [[String: JSONValue]])
    func header(_ header: [String: JSONValue]) async throws {
        await expectKind(.invalidLogoutToken) { try await verify(header: header) }
        let other = try await TestSigner.rs256(TestKeys.otherRSA)
        await expectKind(.invalidLogoutToken) { try await verify(signer: other) }
        await expectKind(.invalidLogoutToken) {
            try await verify(signer: TestSigner.hs256(secret: "s3cret", kid: "rsa-1"))
        }
    }

    @Test("A logout token with a null nonce is refused as one with any nonce")
    func nullNonce() async throws {
        let provider = try await FakeProvider()
        let signer = await provider.signer
        var payload = JSONValue.of(SampleClaims.logoutToken).text
        payload.removeLast()
        let raw = try signer.sign(payload: payload + #","nonce":null}"#, header: #"{"alg":"RS256","kid":"rsa-1"}"#)
        await expectKind(.invalidLogoutToken) { try await SignIn(provider).party.verifyLogoutToken(raw) }
    }
}
