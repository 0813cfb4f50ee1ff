import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import SiteTesting
import TestSupport
import Testing

/// Tokens and responses that are not as they should be, each with those that look odd and are right.
@Suite struct ProviderFaultTests {
    /// With policies if the change is about them.
    private static func options(_ change: IDTokenChange) -> SiteOptions {
        var options = SiteOptions()
        if [.wrongPolicy, .policyInOtherCase, .policyAsContext].contains(change) { options.policies = .inPath }
        return options
    }

    @Test("An ID token that doesn't verify starts no session", arguments: IDTokenChange.refused)
    func refusedIDToken(change: IDTokenChange) async throws {
        try await Site.running(Self.options(change)) { site in
            site.provider.change { $0.idToken = change }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
            #expect(site.provider.requests(at: .userInfo).isEmpty, "UserInfo was asked after a bad ID token")
            site.provider.behave()
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("A sign-in succeeds with an odd but valid ID token", arguments: IDTokenChange.accepted)
    func acceptedIDToken(change: IDTokenChange) async throws {
        try await Site.running(Self.options(change)) { site in
            site.provider.change { $0.idToken = change }
            let browser = site.browser()
            let response = try await browser.signIn()
            #expect(response.location == "/tasks")
            #expect(try await browser.tasks().userName == "Alice")
            #expect(try await browser.get("/claims").status == 200)
        }
    }

    @Test("A response of the token endpoint without tokens is a 502", arguments: TokenResponseChange.unusable)
    func unusableTokenResponse(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.code = change }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 502, in: browser)
            #expect(site.provider.requests(at: .token).count == 1, "a code must not be sent twice")
        }
    }

    @Test(
        "A code that the token endpoint refuses is a 400",
        arguments: [
            TokenResponseChange.error("invalid_grant"), .azureError(90088), .azureError(90080), .azureError(90129),
            .azureError(90128),
        ])
    func refusedCode(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.code = change }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(!page.text.contains("Something"))
        }
    }

    @Test("A sign-in succeeds with an odd but valid token response", arguments: TokenResponseChange.accepted)
    func acceptedTokenResponse(change: TokenResponseChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.code = change }
            let browser = site.browser()
            #expect(try await browser.signIn().location == "/tasks")
            _ = try await browser.tasks()
        }
    }

    @Test("A token endpoint that is too slow is a 504")
    func slowTokenEndpoint() async throws {
        try await Site.running(changing: { $0.authorityTimeout = .seconds(10) }) { site in
            site.provider.change { $0.code = .fault(.slow(.seconds(60))) }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 504, in: browser)
        }
    }

    @Test("A redirect of the token endpoint is not followed: neither code nor secret goes elsewhere")
    func redirectedTokenEndpoint() async throws {
        try await Site.running { site in
            let elsewhere = try site.apiServer.url("/elsewhere").description
            site.provider.change { $0.code = .fault(.redirect(elsewhere)) }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 502, in: browser)
            #expect(!site.apiServer.requests.contains { $0.path == "/elsewhere" })
        }
    }

    @Test("Unusable metadata is a 502, and the next try fetches it again", arguments: ResponseFault.unusable)
    func unusableMetadata(fault: ResponseFault) async throws {
        try await Site.running { site in
            site.provider.change { $0.metadataFault = fault }
            let browser = site.browser()
            try await site.expectRefused(try await browser.get("/sign-in"), 502, in: browser)
            site.provider.behave()
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("An ID token that is too large is a 400 whose page and log say so, with the limit") func largeIDToken()
        async throws
    {
        try await Site.running { site in
            site.provider.change { $0.claims["groups"] = .string(String(repeating: "g", count: 70_000)) }
            let browser = site.browser()
            let page = try await browser.signIn()
            try await site.expectRefused(page, 400, in: browser)
            #expect(page.text.contains("too large: more than 65536 bytes"))
            let refused = site.log.entries.first { $0.fields["event"] == "sign_in_refused" }
            #expect(refused?.fields["kind"] == "session_too_large")
            #expect(refused?.fields["reason"]?.contains("it is too large (") == true)
            #expect(refused?.fields["reason"]?.contains("at most 65536)") == true)
            site.provider.behave()
            #expect(try await browser.signIn().location == "/tasks")
        }
    }

    @Test("Metadata that is too slow is a 504")
    func slowMetadata() async throws {
        try await Site.running(changing: { $0.authorityTimeout = .seconds(1) }) { site in
            site.provider.change { $0.metadataFault = .slow(.seconds(60)) }
            let browser = site.browser()
            try await site.expectRefused(try await browser.get("/sign-in"), 504, in: browser)
        }
    }

    @Test(
        "Metadata of another issuer, or incomplete metadata, starts no sign-in",
        arguments: [
            ["issuer": "https://other.example"], ["issuer": .null], ["issuer": ""], ["token_endpoint": .null],
            ["jwks_uri": .null],
            ["authorization_endpoint": .null], ["authorization_endpoint": "javascript:alert(1)"],
            ["token_endpoint": "http://other.example/token"],
            ["require_pushed_authorization_requests": true],
        ] as [JSONMembers])
    func wrongMetadata(changes: JSONMembers) async throws {
        try await Site.running { site in
            site.provider.change { $0.metadata = changes }
            let browser = site.browser()
            let page = try await browser.get("/sign-in")
            try await site.expectRefused(page, 502, in: browser)
            #expect(page.location == nil)
            #expect(site.provider.requests(at: .authorization).isEmpty)
        }
    }

    @Test(
        "A sign-in succeeds with metadata that has only the required members",
        arguments: [
            ["code_challenge_methods_supported": .null], ["scopes_supported": .null],
            ["token_endpoint_auth_methods_supported": .null],
            ["response_modes_supported": .null], ["userinfo_endpoint": .null], ["end_session_endpoint": .null],
            ["revocation_endpoint": .null],
            ["unheard_of": .object(["a": [1, 2]])],
        ] as [JSONMembers])
    func sparseMetadata(changes: JSONMembers) async throws {
        try await Site.running { site in
            site.provider.change { $0.metadata = changes }
            let browser = try await site.signedIn()
            #expect(try await browser.signOut().status == 303)
            #expect(site.provider.problems == [])
        }
    }

    @Test(
        "Keys that don't fit the signature start no session",
        arguments: [KeysChange.emptySet, .forEncryption, .otherAlgorithm])
    func unusableKeys(change: KeysChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.keys = change }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
        }
    }

    @Test("Keys that can't be fetched are a 502", arguments: ResponseFault.unusable)
    func keysUnreachable(fault: ResponseFault) async throws {
        try await Site.running { site in
            site.provider.change { $0.keys = .fault(fault) }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 502, in: browser)
        }
    }

    @Test(
        "Keys next to the right one do no harm, whatever they are",
        arguments: [KeysChange.besideUselessOnes, .besideAnother, .withoutNames])
    func furtherKeys(change: KeysChange) async throws {
        try await Site.running { site in
            site.provider.change { $0.keys = change }
            let response = try await site.browser().signIn()
            #expect(response.location == "/tasks")
        }
    }

    @Test("A key that is newer than the cached ones is fetched, and one that the authority doesn't have is refused")
    func keyRotation() async throws {
        try await Site.running { site in
            _ = try await site.signedIn()
            try site.provider.rotateKeys()
            _ = try await site.signedIn()
            #expect(site.provider.requests(at: .keys).count == 2)
            site.provider.change { $0.idToken = .unknownKeyName }
            let browser = site.browser()
            try await site.expectRefused(try await browser.signIn(), 400, in: browser)
        }
    }

    @Test("A key that changes just before the token is signed is fetched")
    func keyRotationBeforeSigning() async throws {
        try await Site.running { site in
            site.provider.change { $0.rotatesKeysBeforeSigning = true }
            let response = try await site.browser().signIn()
            #expect(response.location == "/tasks")
        }
    }

    @Test("Sign-ins go on with the cached metadata and keys while the authority can't serve them")
    func cachedMetadata() async throws {
        try await Site.running { site in
            _ = try await site.signedIn()
            site.provider.change {
                $0.metadataFault = .serverError
                $0.keys = .fault(.serverError)
            }
            _ = try await site.signedIn()
        }
    }

    @Test("While a newer key can't be fetched, the API's page is a 503, a sign-in a 502, and no session ends")
    func newerKeyUnreachable() async throws {
        try await Site.running { site in
            let browser = try await site.signedIn()
            try site.provider.rotateKeys()
            site.provider.endAccessTokens()
            site.provider.change { $0.keys = .fault(.serverError) }
            let page = try await browser.get("/tasks")
            site.expectErrorPage(page, 503)
            #expect(page.cookies == [])
            let other = site.browser()
            try await site.expectRefused(try await other.signIn(), 502, in: other)
            site.provider.change { ($0.keys, $0.refresh) = (nil, .noIDToken) }
            _ = try await browser.tasks()
            #expect(site.provider.problems == [])
        }
    }

    @Test("An unreachable authority is a 502, and the page of a signed-in user still works")
    func authorityUnreachable() async throws {
        try await Site.running { site in
            site.provider.change { $0.metadataFault = .dropped }
            #expect(try await site.browser().get("/").status == 200)
            let page = try await site.browser().get("/sign-in")
            #expect(page.status == 502)
            #expect(page.text.contains("you are not signed in") && page.text.contains("Try to sign in again"))
            #expect(!page.text.contains("You stay signed in"))
            let ready = try await site.browser().get("/readyz")
            #expect(ready.status == 503)
            #expect(ready.text.contains("authority"))
            #expect(try await site.browser().get("/healthz").status == 200)
        }
    }

    @Test("A configured issuer is the only accepted one")
    func pinnedIssuer() async throws {
        var options = SiteOptions()
        options.policies = .inPath
        options.issuer = "https://login.example/tenant/v2.0/"
        try await Site.running(options) { site in
            let browser = site.browser()
            try await site.expectRefused(try await browser.get("/sign-in"), 502, in: browser)
            site.provider.change { $0.metadata["issuer"] = "https://login.example/tenant/v2.0/" }
            #expect(try await browser.signIn().location == "/tasks")
        }
    }
}
