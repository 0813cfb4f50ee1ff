import Encodings
import HTTPTransport
import HTTPTypes
import Testing

@testable import OpenIDConnect

/// A preset, with a sample of the metadata that its provider publishes, and where it does.
struct Preset: Sendable, CustomTestStringConvertible {
    let sample: ProviderSample
    /// The only address of the metadata.
    let place: String
    let authority: @Sendable () throws -> Authority
    var policy: String?
    /// The requested scopes, if the policy changes them.
    var scopes: String?

    var testDescription: String { sample.testDescription }

    init(
        _ sample: ProviderSample, at place: String, policy: String? = nil, scopes: String? = nil,
        authority: @escaping @Sendable () throws -> Authority
    ) {
        self.sample = sample
        self.place = place
        self.authority = authority
        self.policy = policy
        self.scopes = scopes
    }

    /// A relying party whose provider publishes the sample, with this issuer, at its place and nowhere else.
    func relyingParty(issuer: String? = nil) throws -> RelyingParty {
        let issuer = issuer ?? sample.publishedIssuer ?? sample.issuer
        let document = FakeProvider.json(.object(sample.metadata.with(["issuer": .string(issuer)])))
        var configuration = RelyingPartyConfiguration(
            authority: try authority(), clientID: "client", redirectURI: "https://app.example/sign-in/return",
            clientCredential: .secret("s3cret"), pushedRequests: .never)
        sample.configure(&configuration)
        return RelyingParty(
            configuration: configuration, transport: OneDocument(place: place, document: document),
            now: { FakeProvider.now })
    }

    static let all = [
        Preset(.google, at: "https://accounts.google.com/.well-known/openid-configuration") { try .google },
        Preset(.auth0, at: "https://home.eu.auth0.com/.well-known/openid-configuration") {
            try .auth0("home.eu.auth0.com")
        },
        Preset(.okta, at: "https://dev-1.okta.com/oauth2/default/.well-known/openid-configuration") {
            try .okta("dev-1.okta.com")
        },
        Preset(.gitLab, at: "https://gitlab.com/.well-known/openid-configuration") { try .gitLab() },
        Preset(
            .cognito,
            at: "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1/.well-known/openid-configuration"
        ) {
            try .cognito(userPool: "eu-central-1_Ab1")
        },
        Preset(
            .entra,
            at: "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"
                + "/.well-known/openid-configuration"
        ) {
            try .microsoft(tenant: "9188040D-6C67-4C5B-B112-36A304B66DAD")
        },
        Preset(
            .entraForManyTenants,
            at: "https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration"
        ) {
            try .microsoft(tenants: ["72f988bf-86f1-41af-91ab-2d7cd011db47"])
        },
        Preset(
            .externalID,
            at: "https://contoso.ciamlogin.com/0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8/v2.0"
                + "/.well-known/openid-configuration"
        ) {
            try .entraExternalID(name: "contoso", tenant: "0D8F2B61-7A4C-4E95-B3D0-6C1E9F52A7B8")
        },
        Preset(
            .azureADB2CByPath,
            at: "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_in/v2.0/.well-known/openid-configuration",
            policy: "B2C_1_in", scopes: "openid profile offline_access client"
        ) {
            try .azureADB2C(tenant: "contoso")
        },
        Preset(.keycloak, at: "https://id.example.com/realms/home/.well-known/openid-configuration") {
            try .keycloak("https://id.example.com/", realm: "home")
        },
        Preset(.zitadel, at: "https://home-1.zitadel.cloud/.well-known/openid-configuration") {
            try .zitadel("https://home-1.zitadel.cloud")
        },
        Preset(.authentik, at: "https://id.example.com/application/o/latchkey/.well-known/openid-configuration") {
            try .authentik("https://id.example.com", application: "latchkey")
        },
        Preset(.pocketID, at: "https://id.example.com/.well-known/openid-configuration") {
            try .pocketID("id.example.com")
        },
    ]
}

/// Responds with a document at one address, and with 404 at any other.
private struct OneDocument: Transport {
    let place: String
    let document: TransportResponse

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (scheme, host) = (request.head.scheme ?? "", request.head.authority ?? "")
        let address = "\(scheme)://\(host)\(request.head.path ?? "")"
        return address == place ? document : TransportResponse(status: .notFound)
    }
}
