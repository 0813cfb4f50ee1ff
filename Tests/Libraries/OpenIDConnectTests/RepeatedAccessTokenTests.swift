import Encodings
import FoundationEssentials
import OpenIDConnectTesting
import TestSupport
import Testing

@testable import OpenIDConnect

/// A cached signature replaces no other check.
@Suite struct RepeatedAccessTokenTests {
    private static let refusal = OpenIDConnectError.Kind.invalidAccessToken(
        "no key of the authority's verifies its signature")

    private let clock = TestClock()

    @Test("An accepted token is refused once it has expired")
    func expiry() async throws {
        let (verifier, raw, _) = try await accepted(seconds: 60)
        clock.advance(by: 119)
        _ = try await verifier.verify(raw)
        clock.advance(by: 1)
        await expectKind(.invalidAccessToken("expired")) { try await verifier.verify(raw) }
    }

    @Test("A token that differs from an accepted one by its signature or by its claims is refused")
    func changed() async throws {
        let (verifier, raw, _) = try await accepted(seconds: 7200)
        let parts = raw.split(separator: ".").map(String.init)
        let foreign = try await TestSigner.rs256(TestKeys.otherRSA).sign(SampleClaims.accessToken)
        let other = "\(parts[0]).\(parts[1]).\(foreign.split(separator: ".")[2])"
        let claims = SampleClaims.accessToken.merging(["oid": .string("o-2")]) { $1 }
        let forged = "\(parts[0]).\(Base64URL.encode(JSONValue.of(claims).text.utf8)).\(parts[2])"
        for text in [other, forged] {
            _ = try await verifier.verify(raw)
            await expectKind(Self.refusal) { try await verifier.verify(text) }
        }
    }

    @Test("An accepted token is refused once its key is withdrawn, also if another key has its name")
    func withdrawn() async throws {
        let newer = try await TestSigner.rs256(TestKeys.otherRSA)
        for keys in [[], [JSONValue.object(newer.jwk)]] {
            let (verifier, raw, provider) = try await accepted(seconds: 7200)
            await provider.change { $0.keys = keys }
            _ = try await verifier.verify(raw)
            clock.advance(by: 3600)
            await expectKind(Self.refusal) { try await verifier.verify(raw) }
        }
    }

    /// A verifier, and a token of so many seconds that it has accepted; after its end there is a minute of leeway.
    private func accepted(seconds: Double) async throws -> (AccessTokenVerifier, String, FakeProvider) {
        let provider = try await FakeProvider()
        let verifier = AccessTokenVerifier(
            authority: try Authority(FakeProvider.issuer), audience: "api", transport: provider,
            now: { [clock] in clock.now })
        let end = clock.now.timeIntervalSince1970 + seconds
        let raw = try await provider.signer.sign(SampleClaims.accessToken.merging(["exp": .number(end)]) { $1 })
        _ = try await verifier.verify(raw)
        return (verifier, raw, provider)
    }
}
