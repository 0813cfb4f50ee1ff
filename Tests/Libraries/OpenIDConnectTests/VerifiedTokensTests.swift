import Encodings
import Testing

@testable import OpenIDConnect

@Suite struct VerifiedTokensTests {
    private static let one = "e30.AAAA.QUFBQXg"

    @Test("A token's signature is verified once")
    func once() throws {
        #expect(try verifications(of: [Self.one, Self.one, Self.one]) == 1)
    }

    @Test(
        "The signature of a token that differs from a verified one is verified",
        arguments: [
            "eyJhIjoxfQ.AAAA.QUFBQXg", "e30.AAAB.QUFBQXg", "e30.AAAA.QUFBQXk", "e30.AAAA.QUFB", "e30.AAAA.",
            // Of the same bytes, if nothing separates the signing input from the signature.
            "e30.AAAAAAAA.eA",
        ])
    func others(_ other: String) throws {
        #expect(try verifications(of: [Self.one, other, Self.one]) == 2)
    }

    @Test("A token isn't cached if its signature is wrong")
    func wrong() throws {
        let (tokens, token) = (VerifiedTokens(), try token(Self.one))
        #expect(!tokens.isVerified(token) { false })
        #expect(!tokens.isVerified(token) { false })
        #expect(tokens.isVerified(token) { true })
    }

    @Test("A token that is sent often stays cached, and of the others the latest, up to the limit")
    func bound() throws {
        let tokens = VerifiedTokens(atMost: 8)
        let all = try (0..<100).map { try token("e30.\(Base64URL.encode(Array("\($0)".utf8))).AAAA") }
        #expect(tokens.isVerified(all[0]) { true })
        for (number, token) in all.enumerated().dropFirst() {
            #expect(tokens.isVerified(all[0]) { false })
            #expect(tokens.isVerified(token) { true })
            if number > 1 { #expect(tokens.isVerified(all[number - 1]) { false }) }
        }
        for token in all.suffix(3).reversed() { #expect(tokens.isVerified(token) { false }) }
        let cached = all.indices.filter { index in tokens.isVerified(all[index]) { false } }
        #expect(cached.count <= 8 && cached.first == 0 && cached.dropFirst().allSatisfy { $0 > 90 }, "\(cached)")
    }

    @Test("An access token is cached with its key, and an ID token isn't")
    func purposes() async throws {
        let provider = try await FakeProvider()
        let authority = Provider(
            authority: try Authority(FakeProvider.issuer),
            call: ProviderCall(transport: provider, timeout: .seconds(10)),
            now: { FakeProvider.now })
        let policy = PolicyKeys(provider: authority, policy: nil, issuer: .fakeProviders)
        let raw = try await provider.signer.sign(SampleClaims.accessToken)
        let token = try #require(SignedToken(parsing: raw))
        for (purpose, isCached) in [(TokenPurpose.idToken, false), (.accessToken, true)] {
            _ = try await SignatureCheck(purpose: purpose, keys: policy).verify(token)
            let key = try #require(try await policy.document().current?.keys.first)
            #expect(key.verified.isVerified(token) { false } == isCached)
        }
    }

    /// Verifies tokens whose signatures are right, and counts how often that took a key.
    private func verifications(of texts: [String]) throws -> Int {
        let tokens = VerifiedTokens()
        var verifications = 0
        for text in texts {
            let isRight = tokens.isVerified(try token(text)) {
                verifications += 1
                return true
            }
            #expect(isRight)
        }
        return verifications
    }

    private func token(_ text: String) throws -> SignedToken { try #require(SignedToken(parsing: text)) }
}
