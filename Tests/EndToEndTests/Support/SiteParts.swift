import CurlTransport
import FoundationEssentials
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import MisbehavingProvider
import NIOPosix
import OpenIDConnect
import SealedCookies
import SessionStorage
import TasksWeb
import TestSupport
import WebServing

/// What a ``Site`` is made of before it listens.
struct SiteParts: Sendable {
    let provider: ScriptedProvider
    let api: ScriptedAPI
    let apiServer: LoopbackServer
    let store: SwitchableSessionStore
    let keys: SealingKeys
    let transport: CurlClient
    let options: SiteOptions
    let authority: Authority
    /// The origin that the site is known by; `nil`: where it listens.
    var publicOrigin: String?

    func running<Result: Sendable>(_ body: @Sendable (Site) async throws -> Result) async throws -> Result {
        let port = try await FreePort.find()
        let own = "\(options.certificate == nil ? "http" : "https")://localhost:\(port)"
        guard let url = HTTPURL(own), let redirectURI = HTTPURL("\(publicOrigin ?? own)/auth/openid/return") else {
            throw CancellationError()
        }
        let web = try WebFrontEnd(
            configuration: try configuration(redirectURI), relyingParty: relyingParty(redirectURI),
            transport: transport,
            store: store, cache: SessionCache(), keys: SealingKeyRing(keys), logger: options.logger,
            now: options.now)
        try? await web.signIn.prepare()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await web.signIn.run() }
            defer { group.cancelAll() }
            return try await listening { onListening in
                try web.application(
                    listen: ListenAddress(host: "127.0.0.1", port: port),
                    tls: options.certificate.map {
                        try TLSIdentity(certificateFile: $0.certificateFile, keyFile: $0.keyFile)
                    },
                    maximumConnections: 1000, group: MultiThreadedEventLoopGroup.singleton, onListening: onListening)
            } _: { _ in
                try await body(
                    Site(
                        url: url, publicOrigin: redirectURI.origin, provider: provider, api: api, apiServer: apiServer,
                        store: store,
                        keys: keys, transport: transport,
                        options: options))
            }
        }
    }

    private func configuration(_ redirectURI: HTTPURL) throws -> TasksWebConfiguration {
        TasksWebConfiguration(
            redirectURI: redirectURI, authorityOrigin: provider.origin, tasksAPI: try apiServer.url("/tasks"),
            apiTimeout: options.apiTimeout,
            policies: options.policies == .none ? .init() : Site.policies, signInHints: options.hints,
            requiredClaims: options.requiredClaims, showsClaims: options.showsClaims,
            sessionIdleTimeout: options.idleTimeout, sessionLifetime: options.lifetime)
    }

    private func relyingParty(_ redirectURI: HTTPURL) -> RelyingParty {
        RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: authority, clientID: options.client.id, redirectURI: redirectURI.description,
                clientCredential: options.credential ?? options.client.secret.map(ClientCredential.secret) ?? .none,
                clientAuthentication: options.authentication, assertionAudience: options.assertionAudience,
                responseMode: options.responseMode, prompt: options.prompt,
                extraParameters: options.extraParameters, timeout: options.authorityTimeout),
            transport: CorrelatedTransport(transport))
    }
}

/// Runs a body with a transport, and ends the transport's thread.
func withCurlTransport<Result: Sendable>(
    _ options: SiteOptions, _ body: (CurlClient) async throws -> Result
) async throws -> Result {
    let certificate = options.certificate ?? options.standIn?.certificate
    var configuration = CurlConfiguration(caFile: certificate?.caFile)
    if let connection = options.standIn?.connection { configuration.standIns = [connection] }
    let transport = try CurlClient(configuration)
    do {
        let result = try await body(transport)
        await transport.shutDown()
        return result
    } catch {
        await transport.shutDown()
        throw error
    }
}
