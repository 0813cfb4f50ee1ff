import FoundationEssentials
import HTTPTransport
import HTTPTypes
import OpenIDConnect
import SealedCookies
import SessionStorage
import SiteTesting
import TestSupport
import Testing
import WebSupport

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

/// A front end without sockets, on a test clock.
struct TestSite: Sendable {
    static let issuer = "https://id.example"

    let clock = TestClock()
    let store = SwitchableSessionStore()
    let web: WebFrontEnd
    let pages: PageBuilder

    init(policies: [SignInKind: String] = [:]) throws {
        let configuration = try Self.configuration(policies: policies)
        web = try WebFrontEnd(
            configuration: configuration, transport: Self.provider,
            store: store, cache: SessionCache(), keys: SealingKeyRing(.sample()), logger: .silent,
            now: { [clock] in clock.now })
        pages = PageBuilder(configuration: configuration)
    }

    var signIn: WebSignIn { web.signIn }
    var errorPages: ErrorPages { ErrorPages(pages: pages, signIn: signIn) }

    /// The session of one request.
    func request(_ session: Session?, _ cookies: RequestCookies = RequestCookies([:])) -> RequestSession {
        RequestSession(session, cookies: cookies, at: signIn)
    }

    static func configuration(
        redirectURI: String = "http://localhost:3000/auth/openid/return",
        policies: [SignInKind: String] = [:], relyingParty: RelyingParty? = nil,
        more: [SignInAuthority] = []
    ) throws -> TasksWebConfiguration {
        let main = SignInAuthority(
            siteName: nil, policies: policies, relyingParty: try relyingParty ?? Self.relyingParty())
        return TasksWebConfiguration(
            redirectURI: try #require(HTTPURL(redirectURI)), authorities: [main] + more,
            tasksAPI: try #require(HTTPURL("http://localhost:3002/tasks")), apiTimeout: .seconds(10),
            showsClaims: true, fullScreen: true)
    }

    /// A provider that has metadata and keys.
    static let provider = RecordingTransport { request in
        switch request.head.path ?? "" {
        case "/.well-known/openid-configuration":
            .json(
                """
                {"issuer": "\(issuer)", "authorization_endpoint": "\(issuer)/authorize", \
                "token_endpoint": "\(issuer)/token", "jwks_uri": "\(issuer)/keys"}
                """)
        case "/keys": .json(#"{"keys": []}"#)
        default: TransportResponse(status: .notFound)
        }
    }

    static func relyingParty(over transport: any Transport = provider) throws -> RelyingParty {
        RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try Authority(issuer), clientID: "client",
                redirectURI: "http://localhost:3000/auth/openid/return", clientCredential: .secret("secret")),
            transport: transport)
    }
}

extension Session {
    /// A user's session; each has a new id.
    static func sample(_ subject: String = "alice", id: SessionID = SessionID()) -> Session {
        guard let user = UserKey(kind: .subject, space: TestSite.issuer, value: subject) else {
            preconditionFailure("no subject: \(subject)")
        }
        return Session(
            id: id, authority: "main", policy: nil, identity: Identity(issuer: TestSite.issuer, subject: subject),
            user: user, name: "Alice Ä. 🗝", started: TestClock.start - 100, expires: TestClock.start + 40_000,
            lastUsed: TestClock.start - 10, accessToken: AccessToken("access-0", expires: nil, margin: 0))
    }
}
