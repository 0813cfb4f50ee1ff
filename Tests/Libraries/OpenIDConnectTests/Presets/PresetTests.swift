import Foundation
import HTTPTransport
import Testing

@testable import OpenIDConnect

/// The presets of known providers, by samples of what these publish.
///
/// No request is sent to them.
@Suite struct PresetTests {
    @Test("A preset accepts the metadata of its provider, and a sign-in starts there", arguments: Preset.all)
    func starts(_ preset: Preset) async throws {
        let start = try await preset.relyingParty().startSignIn(SignInRequest(policy: preset.policy))
        let (url, sample) = (start.url, preset.sample)
        #expect("\(url.origin)\(url.path)" == sample.place(of: "authorization_endpoint"))
        let form = try #require(FormBody(parsing: url.query ?? ""))
        #expect(form[single: "scope"] == preset.scopes ?? sample.scopes)
        #expect(form[single: "client_id"] == "client")
        #expect(form[single: "redirect_uri"] == "https://app.example/sign-in/return")
        #expect(start.attempt.issuer == sample.publishedIssuer ?? sample.issuer)
    }

    @Test("A preset refuses metadata that names another issuer", arguments: Preset.all)
    func otherIssuers(_ preset: Preset) async throws {
        let issuer = preset.sample.publishedIssuer ?? preset.sample.issuer
        let host = try #require(HTTPURL(preset.place)?.host)
        var others = ["https://other.example", "https://\(host).other.example/", "http://\(host)x/", "\(host)"]
        // Azure AD B2C's tenants differ by their hosts.
        if preset.policy == nil {
            others += ["\(issuer)x", "\(issuer)/x", issuer.replacing("https://", with: "http://")]
        }
        for other in others {
            let party = try preset.relyingParty(issuer: other)
            await expectKind(.metadataMismatch) { try await party.startSignIn(SignInRequest(policy: preset.policy)) }
        }
    }

    @Test("A preset looks for metadata at one address only", arguments: Preset.all)
    func oneAddress(_ preset: Preset) throws {
        let places = try preset.authority().metadataURLs(policy: preset.policy)
        #expect(places.map(\.description) == [preset.place])
    }

    @Test("A sign-out at Cognito has the parameter by which it leads back; another provider's doesn't")
    func cognitoSignOut() async throws {
        for preset in Preset.all {
            let url = try await preset.relyingParty().signOutURL(
                idTokenHint: nil, policy: preset.policy, postLogoutRedirectURI: "https://app.example/", state: nil)
            let form = url.flatMap { FormBody(parsing: $0.query ?? "") }
            let isCognito = preset.sample.testDescription == "Amazon Cognito"
            #expect(form?[single: "logout_uri"] == (isCognito ? "https://app.example/" : nil), "\(preset)")
            if url != nil { #expect(form?[single: "post_logout_redirect_uri"] == "https://app.example/") }
        }
    }

    @Test("A preset's other arguments lead to other issuers")
    func variants() throws {
        #expect(try Authority.okta("https://dev-1.okta.com", server: nil).text == "https://dev-1.okta.com")
        #expect(try Authority.okta("dev-1.okta.com", server: "ausA1").text == "https://dev-1.okta.com/oauth2/ausA1")
        #expect(try Authority.gitLab("https://git.example:8443/").text == "https://git.example:8443")
        #expect(
            try Authority.keycloak("https://ID.example/auth/", realm: "my realm").text
                == "https://id.example/auth/realms/my%20realm")
        #expect(
            try Authority.keycloak("http://localhost:8180", realm: "dev").text == "http://localhost:8180/realms/dev")
        #expect(
            try Authority.authentik("https://id.example/sso", application: "notes").text
                == "https://id.example/sso/application/o/notes/")
        let many = try Authority.microsoft(tenants: ["72F988BF-86F1-41AF-91AB-2D7CD011DB47"])
        #expect(many.allowedTenants == ["72f988bf-86f1-41af-91ab-2d7cd011db47"])
    }

    private typealias Refusal = (name: String, words: String, make: @Sendable () throws -> Authority)

    private static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    private static let refusals: [Refusal] = [
        ("a path after a host", "has a path", { try .auth0("home.eu.auth0.com/login") }),
        ("an empty host", "can't be read", { try .auth0("") }),
        ("a user in a host", "can't be read", { try .auth0("me:secret@home.eu.auth0.com") }),
        ("metadata for a host", "has a path", { try .okta("https://a.okta.com/.well-known/openid-configuration") }),
        ("a path as a server", "no path", { try .okta("a.okta.com", server: "oauth2/default") }),
        ("an empty server", "server is empty", { try .okta("a.okta.com", server: "") }),
        ("plain http", "plain http", { try .gitLab("http://git.example") }),
        ("a GitLab below a path", "has a path", { try .gitLab("https://example.com/gitlab") }),
        ("a pool without a region", "userPool", { try .cognito(userPool: "Ab1Cd2Ef3") }),
        ("a pool's ARN", "userPool", { try .cognito(userPool: "arn:aws:cognito-idp:eu-central-1:1:userpool/eu_1") }),
        ("a pool in another host", "userPool", { try .cognito(userPool: "evil.example/-_x") }),
        ("a pool without a name", "userPool", { try .cognito(userPool: "eu-central-1_") }),
        ("a domain as a tenant", "GUID", { try .microsoft(tenant: "contoso.onmicrosoft.com") }),
        ("common as a tenant", "GUID", { try .microsoft(tenant: "common") }),
        ("a domain as a tenant of External ID", "GUID", { try .entraExternalID(name: "contoso", tenant: "contoso") }),
        (
            "a host as a name", "without a domain",
            { try .entraExternalID(name: "contoso.ciamlogin.com", tenant: tenant) }
        ),
        ("a domain as a B2C tenant", "without a domain", { try .azureADB2C(tenant: "contoso.onmicrosoft.com") }),
        ("an empty B2C tenant", "tenant", { try .azureADB2C(tenant: "") }),
        ("an empty realm", "realm is empty", { try .keycloak("https://id.example", realm: "") }),
        ("a realm that is a path", "no path", { try .keycloak("https://id.example", realm: "a/../b") }),
        ("a realm that leads up", "no path", { try .keycloak("https://id.example", realm: "..") }),
        ("a query", "has a query", { try .keycloak("https://id.example?x=1", realm: "home") }),
        ("a path after Zitadel", "has a path", { try .zitadel("https://home.zitadel.cloud/ui/console") }),
        ("an empty application", "application is empty", { try .authentik("https://id.example", application: "") }),
        ("an address of another scheme", "can't be read", { try .pocketID("ldap://id.example") }),
    ]

    @Test("A preset refuses arguments that can't work, and shows a call that works", arguments: refusals.indices)
    func refuses(_ index: Int) {
        let refusal = Self.refusals[index]
        do {
            let authority = try refusal.make()
            Issue.record("\(refusal.name) became \(authority.text)")
        } catch let error as OpenIDConnectError {
            #expect(error.kind == .configuration(.authority), "\(refusal.name)")
            #expect(error.description.contains(refusal.words), "\(refusal.name): \(error)")
            #expect(!error.description.contains("secret"), "\(error)")
            let isShown = error.description.contains("write it as .") || error.description.contains("write https")
            #expect(isShown, "\(refusal.name): \(error)")
        } catch {
            Issue.record("\(refusal.name): \(error)")
        }
    }

    @Test("The preset of several tenants refuses an empty list, and an entry that is no GUID", arguments: [[], ["x"]])
    func severalTenants(_ tenants: [String]) async {
        await expectKind(.configuration(.allowedTenants)) { try Authority.microsoft(tenants: tenants) }
    }
}
