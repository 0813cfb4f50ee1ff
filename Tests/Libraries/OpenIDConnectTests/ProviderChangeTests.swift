import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnectTesting
import TestSupport
import Testing

@testable import OpenIDConnect

/// Which key verifies a token, and how keys and endpoints that have changed are found.
@Suite struct ProviderChangeTests {
    @Test("A token without kid verifies by the only key, or by any of several")
    func noKid() async throws {
        let provider = try await FakeProvider()
        let signer = try await TestSigner.rs256(kid: nil)
        await provider.change { $0.signer = signer }
        _ = try await SignIn(provider).run()
        let other = try await TestSigner.rs256(TestKeys.otherRSA, kid: nil)
        await provider.change { $0.keys = [.object(other.jwk), .object(signer.jwk)] }
        _ = try await SignIn(provider).run()
    }

    @Test("Made-up policies and addresses cause no more cached documents than an authority has")
    func manyDocuments() async throws {
        let provider = Provider(
            authority: try Authority(FakeProvider.issuer),
            call: ProviderCall(transport: try await FakeProvider(), timeout: .seconds(10)),
            now: { FakeProvider.now })
        let url = try #require(HTTPURL(FakeProvider.issuer))
        func keysURL(_ number: Int) -> HTTPURL { url.replacing(path: "/\(number)") }
        let (metadata, keys) = (provider.metadata(policy: "first"), provider.keys(at: url))
        for number in 1...31 {
            _ = provider.metadata(policy: "\(number)")
            _ = provider.keys(at: keysURL(number))
        }
        #expect(provider.metadata(policy: "FIRST") === metadata && provider.keys(at: url) === keys)
        _ = provider.metadata(policy: "32")
        _ = provider.keys(at: keysURL(32))
        #expect(provider.metadata(policy: "first") !== metadata && provider.keys(at: url) !== keys)
    }

    @Test("A rotated key is fetched, once for many bad tokens")
    func rotation() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        _ = try await flow.run()
        #expect(await provider.requests(to: "/keys").count == 1)
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        await provider.change { $0.signer = newer }
        _ = try await flow.run()
        #expect(await provider.requests(to: "/keys").count == 2)
        await provider.change { $0.header = ["kid": .string("unknown")] }
        for _ in 0..<5 { await expectKind(.invalidIDToken) { try await flow.run() } }
        #expect(await provider.requests(to: "/keys").count == 2)
    }

    @Test("A logout token that the authority never signed keeps no sign-in from a key that was rotated")
    func rotationAfterForgery() async throws {
        let provider = try await FakeProvider()
        let clock = TestClock()
        let flow = try SignIn(provider, now: clock.now)
        _ = try await flow.run()
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        let forged = try newer.sign(SampleClaims.logoutToken, header: ["typ": .string("logout+jwt")])
        await expectKind(.invalidLogoutToken) { _ = try await flow.party.verifyLogoutToken(forged) }
        #expect(await provider.requests(to: "/keys").count == 2)
        await provider.change { $0.signer = newer }
        _ = try await flow.run()
        #expect(await provider.requests(to: "/keys").count == 3)
        // A token that anyone can send causes a fetch of the keys only seldom.
        let unknown = try newer.sign(
            SampleClaims.logoutToken, header: ["typ": .string("logout+jwt"), "kid": .string("rsa-3")])
        for (seconds, fetches) in [(6, 3), (53, 3), (2, 4)] {
            clock.advance(by: seconds)
            // Until they may be fetched again nothing is known of the key, so the token isn't refused for good.
            await expectKind(fetches == 3 ? .temporarilyUnavailable(retryAfter: 60) : .invalidLogoutToken) {
                _ = try await flow.party.verifyLogoutToken(unknown)
            }
            #expect(await provider.requests(to: "/keys").count == fetches)
        }
        // With a known key no fetch is needed to find that a signature is wrong.
        let damaged =
            try newer.sign(SampleClaims.logoutToken, header: ["typ": .string("logout+jwt")]).dropLast(8) + "AAAAAAAA"
        await expectKind(.invalidLogoutToken) { _ = try await flow.party.verifyLogoutToken(String(damaged)) }
    }

    /// Signs with a newer key, which the metadata has at another address.
    ///
    /// - Returns: The response of that address.
    private static func moveKeys(of provider: FakeProvider) async throws -> TransportResponse {
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        let former = try await FakeProvider.json(.of(["keys": .array([.object(TestSigner.rs256().jwk)])]))
        let moved = FakeProvider.json(.of(["keys": .array([.object(newer.jwk)])]))
        await provider.change {
            $0.signer = newer
            $0.instead = ["/keys": former, "/moved": moved]
            $0.metadata = ["jwks_uri": .string("https://id.example/moved")]
        }
        return moved
    }

    @Test("Keys that have moved to another address are found by metadata that is refetched once in a while")
    func movedKeys() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        _ = try await flow.run()
        _ = try await Self.moveKeys(of: provider)
        _ = try await flow.run()
        #expect(await provider.requests(to: "/moved").count == 1)
        #expect(await provider.requests(to: "/.well-known/openid-configuration").count == 2)
        await provider.change { $0.header = ["kid": .string("unknown")] }
        for _ in 0..<3 { await expectKind(.invalidIDToken) { try await flow.run() } }
        #expect(await provider.requests(to: "/.well-known/openid-configuration").count == 2)
    }

    @Test("Keys that have moved back to an earlier address are refetched there", arguments: [true, false])
    func movedBack(isForLogout: Bool) async throws {
        let provider = try await FakeProvider()
        let clock = TestClock()
        let flow = try SignIn(provider, now: clock.now)
        _ = try await flow.run()
        let moved = try await Self.moveKeys(of: provider)
        clock.advance(by: 61)
        _ = try await flow.run()
        let newest = try await TestSigner.rs256(kid: "rsa-3")
        await provider.change {
            $0.signer = newest
            $0.instead = ["/moved": moved]
            $0.metadata = [:]
        }
        clock.advance(by: 61)
        if isForLogout {
            let token = try newest.sign(SampleClaims.logoutToken, header: ["typ": .string("logout+jwt")])
            _ = try await flow.party.verifyLogoutToken(token)
        } else {
            _ = try await flow.refresh("r")
        }
    }

    @Test("A logout token of an unknown key isn't refused for good until the keys may be refetched")
    func keysWithheld() async throws {
        let provider = try await FakeProvider()
        let clock = TestClock()
        let flow = try SignIn(provider, now: clock.now)
        _ = try await flow.run()
        let type: [String: JSONValue] = ["typ": .string("logout+jwt")]
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        await provider.change { $0.signer = newer }
        _ = try await flow.party.verifyLogoutToken(try newer.sign(SampleClaims.logoutToken, header: type))
        // The keys were just fetched, the metadata wasn't: it names no other address.
        let newest = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-3")
        await provider.change { $0.signer = newest }
        let token = try newest.sign(SampleClaims.logoutToken, header: type)
        await expectKind(.temporarilyUnavailable(retryAfter: 60)) { try await flow.party.verifyLogoutToken(token) }
        clock.advance(by: 61)
        _ = try await flow.party.verifyLogoutToken(token)
    }

    @Test("An ID token of an unknown key ends no session until the keys may be refetched")
    func keysWithheldAtRefresh() async throws {
        let provider = try await FakeProvider()
        let clock = TestClock()
        let flow = try SignIn(provider, now: clock.now)
        _ = try await flow.refresh("r")
        await provider.change { $0.tokenResponse = ["refresh_token": .string("refresh-2")] }
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        await provider.change { $0.signer = newer }
        _ = try await flow.refresh("r")
        let newest = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-3")
        await provider.change { $0.signer = newest }
        do {
            _ = try await flow.refresh("r")
            Issue.record("the keys were fetched again at once")
        } catch let error as OpenIDConnectError {
            #expect(error.kind == .temporarilyUnavailable(retryAfter: 5) && error.newRefreshToken == "refresh-2")
        }
        // A sign-in has no session to lose.
        await expectKind(.invalidIDToken) { try await flow.run() }
        #expect(await provider.requests(to: "/keys").count == 2)
        clock.advance(by: 6)
        _ = try await flow.refresh("refresh-2")
        #expect(await provider.requests(to: "/keys").count == 3)
        // Names that the authority makes up cause no further fetches.
        await provider.change { $0.header = ["kid": .string("unknown")] }
        for _ in 0..<3 {
            await expectKind(.temporarilyUnavailable(retryAfter: 5)) { try await flow.refresh("r") }
        }
        #expect(await provider.requests(to: "/keys").count == 3)
        clock.advance(by: 6)
        await expectKind(.invalidIDToken) { try await flow.refresh("r") }
        #expect(await provider.requests(to: "/keys").count == 4)
    }

    @Test("A logout token isn't refused for good while metadata that may name other keys can't be refetched")
    func movedKeysUnknown() async throws {
        let provider = try await FakeProvider()
        let clock = TestClock()
        let flow = try SignIn(provider, now: clock.now)
        _ = try await flow.run()
        let signer = try await TestSigner.rs256()
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        let unknown = try newer.sign(SampleClaims.logoutToken, header: ["typ": .string("logout+jwt")])
        let damaged = try String(signer.sign(SampleClaims.logoutToken).dropLast(8)) + "AAAAAAAA"
        let metadata = "/.well-known/openid-configuration"
        await provider.change { $0.instead = [metadata: TransportResponse(status: .internalServerError)] }
        await expectKind(.invalidProviderResponse) { _ = try await flow.party.verifyLogoutToken(unknown) }
        await expectKind(.invalidLogoutToken) { _ = try await flow.party.verifyLogoutToken(damaged) }
        // Metadata that was refetched for another reason is not refetched for this token yet.
        clock.advance(by: 61)
        await provider.change {
            $0.instead = [:]
            $0.failures = ["/token": TransportError(.unreachable, "x")]
        }
        await expectKind(.providerUnreachable) { try await flow.run() }
        await expectKind(.temporarilyUnavailable(retryAfter: 60)) {
            _ = try await flow.party.verifyLogoutToken(unknown)
        }
        await expectKind(.invalidLogoutToken) { _ = try await flow.party.verifyLogoutToken(damaged) }
        clock.advance(by: 61)
        await provider.change {
            $0.instead = ["/moved": FakeProvider.json(.of(["keys": .array([.object(newer.jwk)])]))]
            $0.metadata = ["jwks_uri": .string("https://id.example/moved")]
        }
        _ = try await flow.party.verifyLogoutToken(unknown)
    }

    @Test(
        "A code is sent again only if no server can have got it, and the metadata names another endpoint",
        arguments: [
            (TransportError.Kind.unreachable, true, true), (.unreachable, false, false), (.broken, true, false),
            (.timedOut, true, false),
        ])
    func movedTokenEndpoint(_ fault: TransportError.Kind, _ hasMoved: Bool, _ isSentAgain: Bool) async throws {
        let provider = try await FakeProvider()
        await provider.change { $0.metadata = ["token_endpoint": .string("https://id.example/former")] }
        let flow = try SignIn(provider)
        let attempt = try await flow.start().attempt
        await provider.change {
            $0.failures = ["/former": TransportError(fault, "x")]
            if hasMoved { $0.metadata = [:] }
        }
        let grant = try? await flow.finish(attempt)
        #expect((grant != nil) == isSentAgain)
        #expect(await provider.requests(to: "/former").count == 1)
        #expect(await provider.requests(to: "/token").count == (isSentAgain ? 1 : 0))
    }

    @Test(
        "While the keys can't be refetched, a token of an unknown key is not refused as invalid",
        arguments: [OpenIDConnectError.Kind.providerTimedOut, .invalidProviderResponse])
    func keysUnreachable(_ fault: OpenIDConnectError.Kind) async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        _ = try await flow.run()
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-2")
        let logout = try newer.sign(SampleClaims.logoutToken, header: ["typ": .string("logout+jwt")])
        await provider.change {
            $0.signer = newer
            if fault == .providerTimedOut {
                $0.failures = ["/keys": TransportError(.timedOut, "x")]
            } else {
                $0.instead = ["/keys": TransportResponse(status: .internalServerError)]
            }
        }
        for _ in 0..<2 { await expectKind(fault) { try await flow.run() } }
        await expectKind(fault) { try await flow.party.verifyLogoutToken(logout) }
        #expect(await provider.requests(to: "/keys").count == 2)
    }

    @Test("A key that was replaced under its old name is found, too")
    func sameName() async throws {
        let provider = try await FakeProvider()
        let flow = try SignIn(provider)
        _ = try await flow.run()
        let newer = try await TestSigner.rs256(TestKeys.otherRSA, kid: "rsa-1")
        await provider.change { $0.signer = newer }
        _ = try await flow.run()
    }
}
