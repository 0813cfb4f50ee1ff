import CurlTransport
import DevelopmentIdentityProvider
import FoundationEssentials
import HummingbirdOpenIDConnect
import Logging
import NIOCore
import NIOPosix
import OpenIDConnect
import SealedCookies
import ServiceLifecycle
import SessionStorage
import TasksAPI
import TasksWeb
import UnixSignals
import WebServing

/// The whole program: the only place that picks implementations and puts them together.
struct Program: Sendable {
    /// How long the web front end waits for the database before it accepts connections; a migration may take minutes.
    private static let longestCatchUp = Duration.seconds(5)

    private let configuration: Configuration
    private let endpoints: Endpoints
    private let directory: DataDirectory
    private let transport: CurlClient
    private let storage: Storage
    private let keys: SealingKeyRing
    private let hangUps: UnixSignalsSequence
    private let reread: @Sendable () throws -> Configuration
    private let identityProvider: DevelopmentProvider?
    private let cache: SessionCache
    private let logger = Logger(label: "latchkey")
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)

    /// - Parameters:
    ///   - hangUps: Each SIGHUP since the start.
    ///   - reread: Rereads the settings, for SIGHUP.
    init(
        _ configuration: Configuration, hangUps: UnixSignalsSequence,
        reread: @escaping @Sendable () throws -> Configuration
    ) async throws {
        self.configuration = configuration
        self.hangUps = hangUps
        self.reread = reread
        endpoints = Endpoints(
            configuration: configuration,
            developmentSecret: try configuration.clientSecret?.value ?? SealingKey.generate().text)
        directory = try DataDirectory(path: configuration.dataDirectory)
        do {
            cache = try await SessionCache(folder: directory.path)
        } catch {
            throw StartupError(\.dataDirectory, "\(error)")
        }
        transport = try Endpoints.transport(caFile: try Endpoints.caFile(configuration))
        let users = UserKeyRule(try endpoints.authority)
        do {
            storage = try Storage(
                configuration.database, users: users, maximumTasks: configuration.maxTasks, logger: logger)
        } catch {
            throw StartupError(\.database, "\(error)")
        }
        keys = SealingKeyRing(try directory.sessionKeys(configuration))
        identityProvider =
            configuration.usesDevelopmentIdentityProvider
            ? try await DevelopmentProvider(
                configuration: endpoints.identityProvider(in: directory), logger: logger) : nil
    }

    /// What runs, in the order in which it is needed; it ends in the opposite one.
    func services() throws -> [any Service] {
        let relyingParty = try endpoints.relyingParty(over: CorrelatedTransport(transport))
        let identity = try tlsIdentity()
        let reloader = Reloader(
            parts: Reloader.parts(
                keys: keys, directory: directory,
                relyingParty: configuration.usesDevelopmentIdentityProvider ? nil : relyingParty,
                identity: identity, storage: storage, transport: transport),
            reread: reread)
        var services: [any Service] = storage.services
        let web = try WebFrontEnd(
            configuration: try endpoints.web(), relyingParty: relyingParty, transport: transport,
            store: storage.sessions, cache: cache, keys: keys, logger: logger)
        services += [transport, web.signIn]
        services.append(ReloadAtHangUp(hangUps: hangUps, reloader: reloader))
        if let identityProvider { services.append(try identityServer(identityProvider)) }
        if configuration.usesEmbeddedTasksAPI { services.append(try apiServer()) }
        services.append(try webServer(web, identity))
        return services
    }

    private func tlsIdentity() throws -> TLSIdentity? {
        guard let files = configuration.tls else { return nil }
        do {
            return try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
        } catch {
            throw StartupError(unusableCertificate: error)
        }
    }

    private func identityServer(_ provider: DevelopmentProvider) throws -> Server {
        let address = configuration.identityListen
        let application = try WebServer.application(
            provider.buildRouter(), listen: address, hosts: .loopback, group: group, logger: logger,
            onListening: { _ in
                StandardStream.output.write("Development identity provider  \(endpoints.identityOrigin)")
                for account in SeededAccount.all {
                    StandardStream.output.write(
                        "  sample account               \(account.email), password \(account.password)")
                }
            })
        return Server(setting: Settings.name(\.identityListen), address: "\(address)", application: application)
    }

    private func apiServer() throws -> Server {
        let api = TasksAPIServer(
            store: storage.tasks, verifier: try endpoints.tokenVerifier(over: transport), logger: logger)
        let url = try endpoints.tasksAPI
        let application = try WebServer.application(
            api.buildRouter(), listen: configuration.apiListen, hosts: .loopback, group: group, logger: logger,
            onListening: { _ in StandardStream.output.write("Tasks API                      \(url)") })
        return Server(
            setting: Settings.name(\.apiListen), address: "\(configuration.apiListen)", application: application)
    }

    private func webServer(_ web: WebFrontEnd, _ identity: TLSIdentity?) throws -> Server {
        let origin = configuration.publicOrigin
        let address = configuration.listen
        let application = try web.application(
            listen: address, tls: identity, maximumConnections: configuration.maxConnections, group: group,
            onListening: { _ in
                let own = "\(identity == nil ? "http" : "https")://\(address)"
                StandardStream.output.write(
                    "Latchkey                       \(origin)\(own == origin ? "" : " (listening at \(own))")")
            })
        return Server(
            setting: Settings.name(\.listen), address: "\(address)", application: application,
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
