import CurlTransport
import FoundationEssentials
import HTTPServer
import HTTPTransport
import Hummingbird
import Logging
import MisbehavingProvider
import NIOPosix
import OpenIDConnect
import SealedCookies
import SessionStorage
import StorageTestSupport
import TaskCore
import TasksAPI
import TasksWeb
import TestSupport

/// The whole front end on a socket, with a provider and a tasks API on theirs.
struct Site: Sendable {
    let url: HTTPURL
    /// The origin that the site is known by; a replica has that of the first.
    let publicOrigin: String
    let provider: ScriptedProvider
    /// The provider of the further authority; unused if there is none.
    let partner: ScriptedProvider
    /// Records the requests to the tasks API, and responds in its place.
    let api: ScriptedAPI
    let apiServer: LoopbackServer
    /// The sessions as this replica reaches them.
    let store: SwitchableSessionStore
    let keys: SealingKeys
    let transport: CurlClient
    let options: SiteOptions
    /// The routes, each as its method and its path.
    let routes: [String]

    /// The policies, if there are any.
    static let policies: [SignInKind: String] = [
        .signIn: "b2c_1_sign_in", .signUp: "b2c_1_sign_up", .facebook: "b2c_1_facebook", .passwordReset: "b2c_1_reset",
        .profileEdit: "b2c_1_edit",
    ]

    /// Runs a body while a site is up.
    static func running<Result: Sendable>(
        _ options: SiteOptions = SiteOptions(), _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        try await ConcurrencyLimit.sites.run { try await starting(options, body) }
    }

    private static func starting<Result: Sendable>(
        _ options: SiteOptions, _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        try await withCurlTransport(options) { transport in
            return try await withProviders(options) { provider, partner in
                try await listening { onListening in
                    try TasksAPIServer(
                        store: MemoryTaskStore(),
                        verifier: AccessTokenVerifiers(
                            try SiteParts.authorities(provider, partner, options).map {
                                AccessTokenVerifier(
                                    authority: $0.authority, sameUsersAs: $0.sameUsersAs, audience: $0.audience,
                                    policies: $0.policies.requested, transport: transport)
                            }),
                        logger: options.logger
                    ).service(
                        listen: ListenAddress(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton,
                        onListening: onListening)
                } _: { apiPort in
                    guard let base = HTTPURL("http://127.0.0.1:\(apiPort)/tasks") else { throw CancellationError() }
                    let api = ScriptedAPI(before: base, transport: transport)
                    let server = try await LoopbackServer.start { await api.response(to: $0) }
                    let parts = SiteParts(
                        provider: provider, partner: partner, api: api, apiServer: server,
                        store: SwitchableSessionStore(try SharedDatabase.store(options.database)),
                        keys: try SealingKeys([.generate()]), transport: transport, options: options)
                    return try await parts.running(body)
                }
            }
        }
    }

    private static func withProviders<Result: Sendable>(
        _ options: SiteOptions, _ body: @Sendable (ScriptedProvider, ScriptedProvider) async throws -> Result
    ) async throws -> Result {
        let tls = options.standIn.map {
            (certificateFile: $0.certificate.certificateFile, keyFile: $0.certificate.keyFile)
        }
        return try await ScriptedProvider.serving(
            client: options.client, port: options.standIn?.port ?? 0, tls: tls
        ) { provider in
            if let origin = options.standIn?.origin { provider.origin = origin }
            guard options.partner != nil else { return try await body(provider, provider) }
            return try await ScriptedProvider.serving(client: options.client) { try await body(provider, $0) }
        }
    }

    /// Runs a body while another site with other keys is up.
    static func elsewhere<Result: Sendable>(than site: Site, _ body: @Sendable (Site) async throws -> Result)
        async throws -> Result
    {
        try await starting(site.options, body)
    }

    /// Runs a body while another replica of this site is up, with the same keys and the same database.
    ///
    /// - Parameters:
    ///   - isUnreachable: Whether it starts while it can't reach the database.
    ///   - change: What is other there than here, as after a restart with other settings.
    func withReplica<Result: Sendable>(
        isUnreachable: Bool = false, changing change: (inout SiteOptions) -> Void = { _ in },
        _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        var options = options
        change(&options)
        let parts = SiteParts(
            provider: provider, partner: partner, api: api, apiServer: apiServer,
            store: SwitchableSessionStore(
                try SharedDatabase.store(options.database), isAvailable: !isUnreachable),
            keys: keys, transport: transport,
            options: options, publicOrigin: publicOrigin)
        return try await parts.running(body)
    }

    /// A browser that has never been here.
    func browser() -> TestBrowser { TestBrowser(site: url, publicOrigin: publicOrigin, transport: transport) }

    /// A browser that is signed in.
    func signedIn(_ path: String = "/sign-in", as user: ScriptedUser = .alice) async throws -> TestBrowser {
        provider.user = user
        let browser = browser()
        partner.user = user
        let response = try await browser.signIn(path)
        guard response.status == 303, !browser.sessionCookies.isEmpty else { throw SiteFault(response) }
        return browser
    }
}

/// A sign-in that should have succeeded did not.
struct SiteFault: Error, CustomStringConvertible {
    let description: String

    init(_ page: WebPage) {
        description = "\(page.status) at \(page.url.path): \(page.error ?? page.location ?? "")"
    }
}

extension Logger {
    /// A logger that writes nothing.
    static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
