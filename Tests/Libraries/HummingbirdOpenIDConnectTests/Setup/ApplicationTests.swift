import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import HummingbirdTesting
import OpenIDConnect
import SQLiteSessionStorage
import SealedCookies
import ServiceLifecycle
import SessionStorage
import SiteTesting
import Synchronization
import TestSupport
import Testing

@Suite struct ApplicationTests {
    private func signIn(_ transports: [any Transport], _ store: any SessionStore) throws -> WebSignIn {
        let authorities = try transports.enumerated().map { index, transport in
            let configuration = RelyingPartyConfiguration(
                authority: try Authority("https://id\(index).example"), clientID: "app",
                redirectURI: "https://app.example/return\(index)")
            return SignInAuthority(
                name: "a\(index)", relyingParty: RelyingParty(configuration: configuration, transport: transport),
                routes: [SignInRoute(path: "/sign-in\(index)")])
        }
        return try WebSignIn(
            authorities: authorities, codec: SealedCookieCodec(keys: SealingKeys([.generate()])), store: store)
    }

    @Test("The services are the store, each transport once, and at last the sign-in") func order() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (ServiceTransport(), ServiceTransport())
        let signIn = try signIn([one, other, one], .sqlite(folder.file("sessions.sqlite")))
        let services = signIn.services
        try #require(services.count == 4)
        #expect(services[0] is SQLiteSessionStore)
        #expect(services[1] as? ServiceTransport === one)
        #expect(services[2] as? ServiceTransport === other)
        #expect(services[3] as? WebSignIn === signIn)
    }

    @Test("A store and a transport that are no services are not run") func noServices() throws {
        let signIn = try signIn([PlainTransport(), PlainTransport()], .memory)
        #expect(signIn.services.map { $0 as? WebSignIn === signIn } == [true])
    }

    @Test("An application runs its sign-in, and ends its transport and its store at last")
    func application() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteSessionStore(path: folder.file("sessions.sqlite"))
        let transport = ServiceTransport()
        let signIn = try signIn([transport], store)
        let router = Router(context: BasicSignInRequestContext.self)
        signIn.add(to: router)
        router.get("/") { _, context in context.session.user == nil ? "signed out" : "signed in" }
        let application = Application(
            router: router, signIn: signIn, configuration: ApplicationConfiguration(address: .hostname(port: 0)),
            logger: .silent)
        try await application.test(.live) { client in
            let response = try await client.execute(uri: "/", method: .get)
            #expect(String(buffer: response.body) == "signed out")
            try await store.check()
        }
        #expect(transport.hasEnded)
        await #expect(throws: (any Error).self, "the file is closed") { try await store.check() }
    }

    @Test("An application prepares its sign-in before the server starts, and fails if it can't") func prepares()
        async throws
    {
        let store = SwitchableSessionStore()
        let router = Router(context: BasicSignInRequestContext.self)
        let application = Application(router: router, signIn: try signIn([PlainTransport()], store), logger: .silent)
        let process = try #require(application.processesRunBeforeServerStart.first)
        try await process()
        #expect(store.count(of: .endings) == 1)
        store.fail()
        await #expect(throws: (any Error).self) { try await process() }
    }
}

private struct PlainTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.unreachable, "nowhere")
    }
}

private final class ServiceTransport: Transport, Service {
    private let ended = Mutex(false)
    var hasEnded: Bool { ended.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.unreachable, "nowhere")
    }

    func run() async throws {
        try? await gracefulShutdown()
        ended.withLock { $0 = true }
    }
}
