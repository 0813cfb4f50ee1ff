import HTTPTypes
import MisbehavingProvider
import OpenIDConnect
import SiteTesting
import TestSupport
import Testing

/// The tokens of sign-ins that start no session.
@Suite struct RefusedTokensTests {
    @Test(
        "Tokens that came with a response that starts no session are revoked",
        arguments: [
            (changed { $0.code = .noIDToken }, "refresh_token"),
            (changed { $0.code = .otherTokenType }, "refresh_token"),
            (changed { $0.code = .noTokenType }, "refresh_token"),
            (changed { $0.code = .noAccessToken }, "refresh_token"),
            (changed { $0.code = .oddAccessToken }, "refresh_token"),
            (changed { $0.idToken = .wrongNonce }, "refresh_token"),
            (changed { $0.idToken = .damagedSignature }, "refresh_token"),
            (changed { $0.idToken = .notThreeParts }, "refresh_token"),
            (changed { ($0.code, $0.idToken) = (.noRefreshToken, .wrongNonce) }, "access_token"),
            (changed { $0.opaqueAccessTokenLength = 12_000 }, "refresh_token"),
        ] as [(Misbehaviour, String)])
    func revoked(misbehaviour: Misbehaviour, kind: String) async throws {
        try await Site.running { site in
            site.provider.change { $0 = misbehaviour }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, page.status, in: browser)
            #expect([400, 502].contains(page.status))
            #expect(site.provider.requests(at: .revocation).map { $0["token_type_hint"] } == [kind])
        }
    }

    @Test("Tokens of a session that can't be stored are revoked") func notStored() async throws {
        try await Site.running { site in
            let browser = site.browser()
            let response = try await browser.startSignIn()
            site.store.fail([.insert])
            site.expectErrorPage(try await browser.follow(response), 503)
            #expect(site.provider.requests(at: .revocation).count == 1)
        }
    }

    @Test(
        "A failed sign-in without tokens revokes nothing",
        arguments: [TokenResponseChange.fault(.html), .lost, .error("x")])
    func none(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.code = change }
            _ = try await site.browser().signIn()
            #expect(site.provider.requests(at: .revocation).isEmpty)
        }
    }

    @Test("A new refresh token in an invalid response to a refresh is stored for the next try") func refresh()
        async throws
    {
        try await Site.running { site in
            site.provider.change { $0.accessTokenLifetime = 0 }
            let browser = try await site.signedIn()
            site.provider.change { $0.refresh = .otherTokenType }
            site.expectErrorPage(try await browser.get("/tasks"), 502)
            site.provider.behave()
            _ = try await browser.tasks()
            #expect(site.provider.requests(at: .revocation).isEmpty && site.provider.problems == [])
        }
    }
}
