import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

/// Signing in, UserInfo, refreshing and signing out, at providers that do things their own way.
@Suite struct ProviderSampleTests {
    @Test("A sign-in succeeds despite any quirk of a provider", arguments: ProviderSample.quirks)
    func quirk(_ sample: ProviderSample) async throws { try await walk(sample) }

    @Test("A sign-in succeeds with the documents of known providers", arguments: ProviderSample.products)
    func product(_ sample: ProviderSample) async throws { try await walk(sample) }

    @Test("Metadata whose issuer is a template for any tenant is refused at the authority of one tenant")
    func anyTenant() async throws {
        let sample = ProviderSample.entra
        let transport = try await SampleTransport(sample)
        let document = FakeProvider.json(
            .object(sample.metadata.with(["issuer": .string("https://login.microsoftonline.com/{tenantid}/v2.0")])))
        await transport.provider.change { $0.instead = ["/.well-known/openid-configuration": document] }
        let party = try party(transport)
        await expectKind(.metadataMismatch) { try await party.startSignIn(SignInRequest()) }
    }

    private func party(_ transport: SampleTransport) throws -> RelyingParty {
        var configuration = RelyingPartyConfiguration(
            authority: try Authority(transport.sample.authority, allowedTenants: transport.sample.allowedTenants),
            clientID: "client",
            redirectURI: "http://localhost:3000/auth/openid/return", clientCredential: .secret("s3cret"))
        transport.sample.configure(&configuration)
        return RelyingParty(configuration: configuration, transport: transport, now: { FakeProvider.now })
    }

    private func walk(_ sample: ProviderSample) async throws {
        let transport = try await SampleTransport(sample)
        let party = try party(transport)
        let grant = try await signIn(party, transport)
        #expect(grant.identity == Identity(issuer: sample.issuer, subject: "alice"))
        #expect(grant.tokens.expiry == sample.life.map { FakeProvider.now.addingTimeInterval($0) })
        #expect(grant.tokens.accessToken == sample.tokenResponse["access_token"]?.string ?? "access-1")

        let userInfo = try await party.userInfo(accessToken: grant.tokens.accessToken, subject: "alice", policy: nil)
        #expect(userInfo?[string: "name"] == (sample.metadata["userinfo_endpoint"] == nil ? nil : "Alice"))

        await transport.turnToRefresh()
        let refreshed = try await party.refresh(
            "refresh-1", policy: nil, identity: grant.identity, user: grant.user)
        #expect(refreshed.refreshToken == sample.refreshToken)

        let place = try await party.signOutURL(
            idTokenHint: grant.tokens.idToken, policy: nil, postLogoutRedirectURI: "http://localhost:3000/signed-out",
            state: nil)
        #expect(place.map { "\($0.origin)\($0.path)" } == sample.place(of: "end_session_endpoint"))
        try await party.revoke(refreshToken: refreshed.refreshToken, policy: nil)
        let revocations = await transport.provider.requests(to: "/revoke").count
        #expect(revocations == (sample.metadata["revocation_endpoint"] == nil ? 0 : 1))
    }

    private func signIn(_ party: RelyingParty, _ transport: SampleTransport) async throws -> Grant {
        let start = try await party.startSignIn(SignInRequest())
        let (url, attempt) = (start.url, start.attempt)
        let sample = transport.sample
        #expect("\(url.origin)\(url.path)" == sample.place(of: "authorization_endpoint"))
        let pushed = await transport.provider.requests(to: "/par").first
        #expect((pushed == nil) == (sample.metadata["pushed_authorization_request_endpoint"] == nil))
        let asked = try #require(pushed?.form ?? FormBody(parsing: url.query ?? ""))
        #expect(asked[single: "scope"] == sample.scopes)
        #expect(asked[single: "code_challenge_method"] == "S256")
        await transport.provider.change {
            $0.nonce = attempt.nonce
            $0.challenge = PKCE(verifier: attempt.codeVerifier).challenge
        }
        let response = FormBody([("state", attempt.state), ("code", "good-code")] + sample.beside)
        let grant = try await party.finish(attempt, AuthorizationResponse(parsing: response))
        let call = try #require(await transport.provider.requests(to: "/token").first)
        #expect((call.fields[.authorization] != nil) == (sample.authentication == .clientSecretBasic))
        #expect((call.form[single: "client_secret"] != nil) == (sample.authentication == .clientSecretPost))
        return grant
    }
}
