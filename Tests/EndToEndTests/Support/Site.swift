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
import SiteTesting
import StorageTestSupport
import TaskCore
import TasksAPI
import TasksWeb
import TestSupport

/// The whole front end at a port, with a provider and a tasks API at theirs.
typealias Site = SiteTesting.Site<SiteParts>

extension Site {
    var api: ScriptedAPI { parts.api }
    var apiServer: LoopbackServer { parts.apiServer }
    var options: SiteOptions { parts.options }
    var log: RecordedLog { options.log }

    /// Runs a body while a site is up.
    static func running<Result: Sendable>(
        _ options: SiteOptions = SiteOptions(), changing change: (inout SiteOptions) -> Void = { _ in },
        _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        var options = options
        change(&options)
        return try await ConcurrencyLimit.sites.run { [options] in try await starting(options, body) }
    }

    /// Runs a body while a site is up whose sessions are in a new database.
    static func running(
        _ options: SiteOptions = SiteOptions(), on kind: SharedDatabase, _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        try await withDatabase(kind) { database in
            try await running(options, changing: { $0.database = database }, body)
        }
    }

    private static func starting<Result: Sendable>(
        _ options: SiteOptions, _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        let transport = try CurlClient(options.transport)
        return try await withProviders(options) { provider, partner in
            try await listening { onListening in
                TasksAPIServer(
                    store: MemoryTaskStore(),
                    verifier: try AccessTokenVerifiers(
                        SiteParts.authorities(provider, partner, options).map {
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
                let plan = try SitePlan(
                    provider: provider, partner: partner, transport: transport,
                    store: SwitchableSessionStore(try SharedDatabase.store(options.database)))
                return try await running(
                    plan, SiteParts(api: api, apiServer: server, options: options), body)
            }
        }
    }

    private static func withProviders<Result: Sendable>(
        _ options: SiteOptions, _ body: @Sendable (ScriptedProvider, ScriptedProvider?) async throws -> Result
    ) async throws -> Result {
        let tls = options.standIn.map {
            (certificateFile: $0.certificate.certificateFile, keyFile: $0.certificate.keyFile)
        }
        return try await ScriptedProvider.serving(
            client: options.client, port: options.standIn?.port ?? 0, tls: tls
        ) { provider in
            if let origin = options.standIn?.origin { provider.origin = origin }
            guard options.partner != nil else { return try await body(provider, nil) }
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
        var (plan, parts) = (plan, parts)
        change(&parts.options)
        plan.publicOrigin = publicOrigin
        plan.store = SwitchableSessionStore(
            try SharedDatabase.store(parts.options.database), isAvailable: !isUnreachable)
        return try await Self.running(plan, parts, body)
    }

    private static func running<Result: Sendable>(
        _ plan: SitePlan, _ parts: SiteParts, _ body: @Sendable (Site) async throws -> Result
    ) async throws -> Result {
        var plan = plan
        plan.isSecure = parts.options.certificate != nil
        return try await running(plan, parts, program: { [plan] in try parts.program(plan, at: $0, $1) }, body)
    }
}
