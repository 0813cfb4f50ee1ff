import CurlTransport
import DevelopmentIdentityProvider
import FoundationEssentials
import HTTPServer
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import NIOCore
import NIOPosix
import OpenIDConnect
import PrometheusExport
import SealedCookies
import ServiceLifecycle
import SessionStorage
import TaskCore
import TasksAPI
import TasksWeb
import UnixSignals
import WebSupport

/// The whole program: the only place that picks implementations and puts them together.
struct Program: Sendable {
    /// How long the web front end waits for the database before it accepts connections; a migration may take minutes.
    private static let longestCatchUp = Duration.seconds(5)

    /// The label of its lines in the log.
    static let label = "latchkey"

    private let configuration: Configuration
    /// The client's secret at the development identity provider: the one that is set, else one that exists for this run
    /// alone.
    private let developmentSecret: String
    private let group: MultiThreadedEventLoopGroup
    private let transport: CurlClient
    /// The calls to the authorities.
    private let calls: OutgoingCalls
    /// The main authority first.
    private let authorities: [SignInAuthority]
    private let identity: TLSIdentity?
    private let metrics: PrometheusRegistry?
    private let traces: Traces?
    private let logger = Logger(label: label)

    /// Takes the certificates and keys that the settings name, and starts the threads; no file is created.
    ///
    /// - Parameters:
    ///   - metrics: Stores the metrics, if they are served.
    ///   - traces: Stores the spans, if they are recorded.
    /// - Throws: ``SettingsError`` if a certificate or a key can't be used.
    init(_ configuration: Configuration, metrics: PrometheusRegistry? = nil, traces: Traces? = nil) async throws {
        self.configuration = configuration
        self.metrics = metrics
        self.traces = traces
        let developmentSecret = try configuration.clientSecret?.value ?? SealingKey.generate().text
        self.developmentSecret = developmentSecret
        do {
            let counts = configuration.threadCounts
            group = MultiThreadedEventLoopGroup(numberOfThreads: counts.eventLoops)
            transport = try CurlClient(caFile: try configuration.checkedRoots(), serving: group, counts)
            let calls = OutgoingCalls(transport, correlationID: configuration.correlationId)
            self.calls = calls
            authorities = try configuration.authorities.map { settings in
                let isDevelopment = settings.isDevelopmentIdentityProvider
                let credential = isDevelopment ? ClientCredential.secret(developmentSecret) : settings.clientCredential
                return SignInAuthority(
                    settings, try configuration.makeRelyingParty(settings, credential: credential, over: calls))
            }
            for (authority, settings) in zip(authorities, configuration.authorities) {
                try await Self.checkCredential(of: authority.relyingParty, settings)
            }
            identity = try Self.tlsIdentity(configuration)
        } catch let error as SettingError {
            throw SettingsError(errors: [configuration.given.located(error)])
        }
    }

    /// The services in the order in which they are needed; the program ends them in the opposite one.
    ///
    /// - Parameters:
    ///   - maximumConnections: How many connections of browsers are served at once.
    ///   - hangUps: Each SIGHUP since the start.
    ///   - reread: Rereads the settings, for SIGHUP.
    func services(
        maximumConnections: Int, hangUps: UnixSignalsSequence,
        reread: @escaping @Sendable () throws -> Configuration
    ) async throws -> [any Service] {
        let directory = try DataDirectory(path: configuration.dataDirectory)
        let cache = try await sessionCache(in: directory)
        let storage = try storage()
        let keys = SealingKeyRing(try directory.sessionKeys(configuration))
        let exporter = traces?.exporter(over: transport, logger: logger)
        let reloader = Reloader(
            parts: Reloader.parts(
                keys: keys, keysAreNamed: configuration.sessionKeys != nil, directory: directory,
                authorities: configuration.usesDevelopmentIdentityProvider
                    ? Array(authorities.dropFirst()) : authorities,
                identity: identity, storage: storage, transport: transport, exporter: exporter),
            configuration: configuration, reread: reread)
        var services: [any Service] = storage.services
        let web = try WebFrontEnd(
            configuration: try webConfiguration(), transport: transport,
            store: storage.sessions, cache: cache, keys: keys, logger: logger,
            checkTasks: { [configuration] in if configuration.usesEmbeddedTasksAPI { try await storage.tasks.check() } }
        )
        // The exporter ends late, because others' last work has spans, too.
        services.append(transport)
        if let exporter { services.append(exporter) }
        services.append(web.signIn)
        services.append(ReloadService(hangUps: hangUps, reloader: reloader, logger: logger))
        if configuration.usesDevelopmentIdentityProvider {
            services.append(identityServer(try await identityProvider(in: directory)))
        }
        if configuration.usesEmbeddedTasksAPI {
            services += [TaskTablesService(tasks: storage.tasks, logger: logger), try apiServer(storage.tasks)]
        }
        if let metrics, let address = configuration.adminListen {
            services.append(adminServer(web, metrics, address))
        }
        services.append(webServer(web, maximumConnections))
        return services
    }

    private static func checkCredential(
        of relyingParty: RelyingParty, _ settings: AuthoritySettings
    ) async throws(SettingError) {
        do throws(OpenIDConnectError) {
            // A key shows only here whether it can sign.
            try await relyingParty.replaceCredential(relyingParty.configuration.clientCredential)
        } catch {
            throw SettingError(unusableCredential: error, of: settings)
        }
    }

    private static func tlsIdentity(_ configuration: Configuration) throws(SettingError) -> TLSIdentity? {
        guard let files = configuration.tls else { return nil }
        do {
            return try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
        } catch {
            throw SettingError(unusableCertificate: error)
        }
    }

    private func webConfiguration() throws -> TasksWebConfiguration {
        var web = TasksWebConfiguration(
            redirectURI: configuration.redirectURI, authorities: authorities, tasksAPI: try configuration.tasksAPI,
            apiTimeout: configuration.apiTimeout, showsClaims: configuration.showClaims,
            fullScreen: configuration.fullScreen)
        web.correlationID = configuration.correlationId
        web.trustedProxies = TrustedProxies(configuration.trustedProxies)
        web.signIn.idleTimeout = configuration.sessionIdleTimeout
        web.signIn.lifetime = configuration.sessionLifetime
        web.signIn.maximumSessions = configuration.maxSessions
        web.signIn.deviceBinding = configuration.deviceBinding
        return web
    }

    private func sessionCache(in directory: DataDirectory) async throws(SettingError) -> SessionCache {
        do {
            return try await SessionCache(folder: directory.path)
        } catch {
            throw SettingError(\.dataDirectory, "\(error)")
        }
    }

    private func storage() throws -> Storage {
        let users = authorities[0].relyingParty.users
        do {
            return try Storage(
                configuration.database, users: users, maximumTasks: configuration.maxTasks,
                threads: configuration.threadCounts, logger: logger)
        } catch {
            throw SettingError(\.database, "\(error)")
        }
    }

    private func identityProvider(in directory: DataDirectory) async throws -> DevelopmentProvider {
        do {
            return try await DevelopmentProvider(
                configuration: ProviderConfiguration(
                    baseURL: configuration.identityOrigin, dataDirectory: directory.path,
                    clientID: configuration.main.registeredID, clientSecret: developmentSecret,
                    redirectURI: configuration.redirectURI.description,
                    postLogoutRedirectURIs: [
                        configuration.redirectURI.replacing(path: SitePath.signedOut).description
                    ]),
                logger: logger)
        } catch let error as ProviderSetupError where error.kind == .dataDirectory {
            throw SettingError(\.dataDirectory, error.description)
        }
    }

    private func identityServer(_ provider: DevelopmentProvider) -> Server {
        let address = configuration.identityListen
        let service = WebServer(
            router: provider.buildRouter(), address: address.bindAddress, hosts: .loopback,
            limits: ServerLimits(bodyBytes: Request.maximumBodyBytes), requestIDs: false,
            eventLoopGroupProvider: .shared(group), logger: logger,
            onListening: { _ in
                // In one piece, because other servers print as well.
                let accounts = SeededAccount.all.map {
                    "\n  sample account               \($0.email), password \($0.password)"
                }
                StandardStream.output.write(
                    "Development identity provider  \(configuration.identityOrigin)\(accounts.joined())")
            })
        return Server(setting: Settings.name(\.identityListen), address: "\(address)", service: service)
    }

    private func apiServer(_ tasks: any TaskStore) throws -> Server {
        let verifiers = zip(authorities, configuration.authorities).map { authority, settings in
            let client = authority.relyingParty.configuration
            return AccessTokenVerifier(
                authority: client.authority, sameUsersAs: client.sameUsersAs, audience: settings.expectedAudience,
                policies: authority.routes.map(\.policy), transport: calls, timeout: client.timeout)
        }
        let api = TasksAPIServer(
            store: tasks, verifier: AccessTokenVerifiers(verifiers), deleteMaxAge: configuration.deleteMaxAge,
            logger: logger)
        let url = try configuration.tasksAPI
        let service = api.service(
            listen: configuration.apiListen, group: group,
            onListening: { _ in StandardStream.output.write("Tasks API                      \(url)") })
        return Server(
            setting: Settings.name(\.apiListen), address: "\(configuration.apiListen)", service: service)
    }

    private func adminServer(_ web: WebFrontEnd, _ metrics: PrometheusRegistry, _ address: ListenAddress)
        -> Server
    {
        let service = web.adminService(
            listen: address, metrics: { metrics.text }, group: group,
            onListening: { _ in StandardStream.output.write("Metrics                        http://\(address)/metrics")
            })
        return Server(setting: Settings.name(\.adminListen), address: "\(address)", service: service)
    }

    private func webServer(_ web: WebFrontEnd, _ maximumConnections: Int) -> Server {
        let origin = configuration.publicOrigin
        let address = configuration.listen
        let service = web.service(
            listen: address, tls: identity, maximumConnections: maximumConnections,
            metrics: metrics.map { _ in ServerMetrics(connections: "latchkey_connections") }, group: group,
            onListening: { _ in
                let own = "\(identity == nil ? "http" : "https")://\(address)"
                StandardStream.output.write(
                    "Latchkey                       \(origin)\(own == origin ? "" : " (listening at \(own))")")
                ProgramEvent.start.log(to: logger, "started", ["version": "\(Version.text)", "listen": "\(address)"])
            })
        return Server(
            setting: Settings.name(\.listen), address: "\(address)", service: service,
            // If the store is unreachable, the sign-in goes on trying; until it succeeds no cookie is accepted.
            prepare: {
                await withTaskGroup { group in
                    group.addTask { try? await web.signIn.prepare() }
                    group.addTask { try? await Task.sleep(for: Self.longestCatchUp) }
                    await group.next()
                    group.cancelAll()
                }
            })
    }
}
