import HTTPServer
public import HTTPTransport
import Hummingbird
public import Logging
import NIOCore
import NIOPosix
public import PortableFoundation
import ServiceLifecycle
import Synchronization

/// An OpenID provider that is correct by default and misbehaves on command, for testing a relying party.
///
/// It listens at a port (``serving(client:host:port:tls:logger:_:)``), or is itself the transport of a relying party
/// (``init(url:client:now:)``).
///
/// Its authorization endpoint responds at once, for ``user``, without a page. Errors in the client's requests are
/// recorded in ``problems``. Any path is an authority. As at Azure AD B2C, a path segment that starts with `b2c_1`, or
/// `p=`, is a policy.
///
/// ```swift
/// try await ScriptedProvider.serving(client: RegisteredClient(id: "app", secret: "…")) { provider in
///     provider.change { $0.idToken = .wrongAudience }
///     // … sign in with the authority provider.url: it has to be refused …
///     #expect(provider.problems.isEmpty)
/// }
/// ```
public final class ScriptedProvider: Sendable {
    /// The provider's address, and the issuer of the authority without a path, such as `http://127.0.0.1:PORT`.
    public let url: HTTPURL
    private let state: Mutex<ProviderState>

    /// A provider without a port: it handles only the requests that it is sent as a `Transport`.
    ///
    /// - Parameters:
    ///   - url: The authority, of which only the origin counts: `https`, or a loopback address.
    ///   - client: The registration of the only client.
    ///   - now: The clock that tokens and codes are issued by.
    /// - Throws: If no key can be made.
    public init(
        url: HTTPURL, client: RegisteredClient = RegisteredClient(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        self.url = url
        state = Mutex(try ProviderState(origin: url.origin, client: client, now: now))
    }

    /// Runs a body while a provider listens.
    ///
    /// - Parameters:
    ///   - client: The registration of the only client.
    ///   - host: A loopback address or name.
    ///   - port: The port; 0 for any free one.
    ///   - tls: The paths of the certificate's and the key's PEM files; `nil` for plain HTTP.
    /// - Throws: The body's error, or the reason why the provider can't listen.
    public static func serving<Result: Sendable>(
        client: RegisteredClient = RegisteredClient(), host: String = "127.0.0.1", port: Int = 0,
        tls: (certificateFile: String, keyFile: String)? = nil, logger: Logger? = nil,
        _ body: @Sendable (ScriptedProvider) async throws -> Result
    ) async throws -> Result {
        let address = ListenAddress(host: host, port: port)
        let responder = ProviderResponder()
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let identity = try tls.map { try TLSIdentity(certificateFile: $0.certificateFile, keyFile: $0.keyFile) }
        let service = WebServer(
            router: responder.router(), address: address.bindAddress, tls: identity, requestIDs: false,
            logger: logger ?? Logger(label: "misbehaving-provider") { _ in SwiftLogNoOpLogHandler() },
            onListening: { listening.yield($0) })
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await service.run()
            }
            defer { group.cancelAll() }
            guard let port = await ports.first(where: { _ in true }),
                let url = HTTPURL("\(tls == nil ? "http" : "https")://\(ListenAddress(host: host, port: port))")
            else {
                try await group.waitForAll()
                throw CancellationError()
            }
            let provider = try ScriptedProvider(url: url, client: client)
            responder.provider = provider
            return try await body(provider)
        }
    }

    func withState<Result>(_ body: (inout ProviderState) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }
}
