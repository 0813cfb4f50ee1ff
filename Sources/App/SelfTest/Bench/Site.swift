import HTTPServer
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import MisbehavingProvider
import NIOPosix
import OpenIDConnect
import SealedCookies
import SessionStorage
import TasksWeb

/// The web front end on a separate socket.
///
/// Without a tasks API in the options, calls to it fail: most modules make none.
struct Site: Sendable {
    let url: HTTPURL
    let provider: ScriptedProvider
    let transport: any Transport

    /// A browser that has never been here.
    func browser() -> BenchBrowser { BenchBrowser(site: url, transport: transport) }

    func signedIn() async throws -> BenchBrowser {
        let browser = browser()
        let (_, page) = try await browser.signIn()
        try SelfTestError.unless(page.status == 303, "an honest sign-in ended with \(page.status)")
        return browser
    }

    /// Runs a body while the front end listens.
    static func running(
        _ options: SiteOptions, at provider: ScriptedProvider, transport: any Transport,
        _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        do {
            try await running(options, at: provider, transport: transport, port: try await FreePort.find(), body)
        } catch is NotListeningError {
            // Another process was quicker to take the port.
            try await running(options, at: provider, transport: transport, port: try await FreePort.find(), body)
        }
    }

    private static func running(
        _ options: SiteOptions, at provider: ScriptedProvider, transport: any Transport, port: Int,
        _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        guard let redirectURI = HTTPURL("http://localhost:\(port)\(SitePath.redirect)"),
            let url = HTTPURL(redirectURI.origin)
        else {
            throw SelfTestError("no address for port \(port)")
        }
        provider.client.redirectURIs = [redirectURI.description]
        provider.client.postLogoutRedirectURIs = [url.origin + SitePath.signedOut]
        let logger = Logger(label: "selftest") { _ in SwiftLogNoOpLogHandler() }
        let web = try WebFrontEnd(
            configuration: TasksWebConfiguration(
                redirectURI: redirectURI,
                authorities: try authorities(options, at: provider, redirectURI, transport),
                tasksAPI: url.replacing(path: "/none"), apiTimeout: .seconds(10), showsClaims: true, fullScreen: true),
            transport: options.tasksAPI ?? transport,
            store: MemorySessionStore(), cache: SessionCache(),
            keys: SealingKeyRing(try SealingKeys([.generate()])), logger: logger)
        try await web.signIn.prepare()
        try await listening { onListening in
            web.service(
                listen: ListenAddress(host: "127.0.0.1", port: port), tls: nil, maximumConnections: 100,
                group: MultiThreadedEventLoopGroup.singleton, onListening: onListening)
        } _: {
            try await body(Site(url: url, provider: provider, transport: transport))
        }
    }

    private static func authorities(
        _ options: SiteOptions, at provider: ScriptedProvider, _ redirectURI: HTTPURL, _ transport: any Transport
    ) throws -> [SignInAuthority] {
        let main = SignInAuthority(
            siteName: nil, hints: options.hints, requiredClaims: options.requiredClaims,
            relyingParty: try relyingParty(options, at: provider, redirectURI, transport))
        guard let (name, further) = options.further else { return [main] }
        let url = redirectURI.replacing(path: "\(redirectURI.path)/\(name)")
        further.client.redirectURIs = [url.description]
        return [
            main,
            SignInAuthority(
                siteName: name, label: name, relyingParty: try relyingParty(options, at: further, url, transport)),
        ]
    }

    private static func relyingParty(
        _ options: SiteOptions, at provider: ScriptedProvider, _ redirectURI: HTTPURL, _ transport: any Transport
    ) throws -> RelyingParty {
        RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try Authority(provider.url.description), clientID: provider.client.id,
                redirectURI: redirectURI.description,
                clientCredential: provider.client.secret.map(ClientCredential.secret) ?? .none,
                responseMode: options.responseMode,
                prompt: options.prompt, extraParameters: options.extraParameters, timeout: .seconds(30)),
            transport: transport)
    }
}

/// How the web front end's relying party is set up.
struct SiteOptions: Sendable {
    var responseMode = ResponseMode.query
    var prompt: String?
    var extraParameters = FormBody()
    var hints: [SignInHint] = []
    var requiredClaims = RequiredClaims()
    /// Sends the calls to the tasks API.
    var tasksAPI: (any Transport)?
    /// A further authority, by its name.
    var further: (name: String, provider: ScriptedProvider)?
}

/// The web front end that a browser signs in at.
struct SiteSubject: SignInSubject {
    let site: Site

    func signIn() async throws -> SignInReport {
        let browser = site.browser()
        let (redirect, page) = try await browser.signIn()
        let isSignedIn = try await browser.isSignedIn()
        if page.status == 303, isSignedIn {
            let claims = try await browser.get("/claims")
            return SignInReport(
                redirect: redirect, outcome: .signedIn(hasUserInfo: claims.text.contains("From UserInfo")))
        }
        guard page.status == 400, page.text.contains("data-error"), !isSignedIn else {
            throw SelfTestError(
                "the site responded with \(page.status), and somebody is \(isSignedIn ? "" : "not ")signed in")
        }
        return SignInReport(redirect: redirect, outcome: .refused)
    }
}
