import CurlTransport
import FoundationEssentials
import HTTPServer
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import MisbehavingProvider
import NIOPosix
import OpenIDConnect
import SealedCookies
import ServiceLifecycle
import SessionStorage
import TestSupport
import WebSupport

@testable import TasksWeb

/// The parts of a ``Site`` before it listens.
struct SiteParts: Sendable {
    let provider: ScriptedProvider
    let partner: ScriptedProvider
    let api: ScriptedAPI
    let apiServer: LoopbackServer
    let store: SwitchableSessionStore
    let keys: SealingKeys
    let transport: CurlClient
    let options: SiteOptions
    /// The origin that the site is known by; `nil`: where it listens.
    var publicOrigin: String?

    func running<Result: Sendable>(_ body: @Sendable (Site) async throws -> Result) async throws -> Result {
        let port = try await FreePort.find()
        let own = "\(options.certificate == nil ? "http" : "https")://localhost:\(port)"
        guard let url = HTTPURL(own), let redirectURI = HTTPURL("\(publicOrigin ?? own)/auth/openid/return") else {
            throw CancellationError()
        }
        let program =
            switch options.application {
            case .tasksWeb: try tasksWeb(redirectURI, port)
            case .library: try library(redirectURI, port)
            }
        let (signIn, routes) = (program.signIn, program.routes)
        try? await signIn.prepare()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await signIn.run() }
            defer { group.cancelAll() }
            return try await listening(program.service) { _ in
                try await body(
                    Site(
                        url: url, publicOrigin: redirectURI.origin, provider: provider, partner: partner, api: api,
                        apiServer: apiServer,
                        store: store,
                        keys: keys, transport: transport,
                        options: options, routes: routes))
            }
        }
    }

    /// The application of a site, before it is started.
    private struct Program {
        let signIn: WebSignIn
        let routes: [String]
        let service: (_ onListening: @escaping @Sendable (Int) async -> Void) throws -> any Service
    }

    private func tasksWeb(_ redirectURI: HTTPURL, _ port: Int) throws -> Program {
        let web = try WebFrontEnd(
            configuration: try configuration(redirectURI), transport: transport,
            store: store, cache: SessionCache(), keys: SealingKeyRing(keys), logger: options.logger,
            now: options.now)
        return Program(signIn: web.signIn, routes: web.buildRouter().routes.map(\.name)) { onListening in
            try web.service(
                listen: ListenAddress(host: "127.0.0.1", port: port),
                tls: options.certificate.map {
                    try TLSIdentity(certificateFile: $0.certificateFile, keyFile: $0.keyFile)
                },
                maximumConnections: 1000, group: MultiThreadedEventLoopGroup.singleton, onListening: onListening)
        }
    }

    private func library(_ redirectURI: HTTPURL, _ port: Int) throws -> Program {
        let now = options.now
        let signIn = try WebSignIn(
            authorities: try Self.authorities(provider, partner, options).map {
                SignInAuthority(
                    relyingParty: relyingParty($0, redirectURI), requiredClaims: options.requiredClaims)
            },
            codec: SealedCookieCodec(keys: keys), store: store, cache: SessionCache(),
            options: LibraryApplication.options(options), logger: options.logger
        ) { Int64(now().timeIntervalSince1970) }
        let router = LibraryApplication.router(
            signIn, hooks: options.hooks, api: try apiServer.url("/tasks"), transport)
        return Program(signIn: signIn, routes: router.routes.map(\.name)) { onListening in
            Application(
                router: router,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
                onServerRunning: { _ in await onListening(port) }, logger: .quiet)
        }
    }

    private func configuration(_ redirectURI: HTTPURL) throws -> TasksWebConfiguration {
        var configuration = TasksWebConfiguration(
            redirectURI: redirectURI,
            authorities: try Self.authorities(provider, partner, options).map {
                SignInAuthority(
                    siteName: $0.name, label: $0.name.flatMap { _ in options.partner?.label }, policies: $0.policies,
                    hints: $0.name == nil ? options.hints : options.partner?.hints ?? [],
                    requiredClaims: $0.name == nil
                        ? options.requiredClaims : options.partner?.requiredClaims ?? RequiredClaims(),
                    relyingParty: relyingParty($0, redirectURI))
            },
            tasksAPI: try apiServer.url("/tasks"), apiTimeout: options.apiTimeout, showsClaims: options.showsClaims,
            fullScreen: true)
        configuration.trustedProxies = TrustedProxies(options.trustedProxies)
        configuration.signIn.idleTimeout = options.idleTimeout
        configuration.signIn.lifetime = options.lifetime
        configuration.signIn.maximumSessions = options.maximumSessions
        return configuration
    }

    private func relyingParty(_ authority: AuthorityParts, _ redirectURI: HTTPURL) -> RelyingParty {
        let path = redirectURI.path + (authority.name.map { "/\($0)" } ?? "")
        return RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: authority.authority, sameUsersAs: authority.sameUsersAs, clientID: options.client.id,
                redirectURI: redirectURI.replacing(path: path).description,
                clientCredential: options.credential ?? options.client.secret.map(ClientCredential.secret) ?? .none,
                clientAuthentication: options.authentication, assertionAudience: options.assertionAudience,
                responseMode: authority.responseMode, prompt: options.prompt,
                extraParameters: options.extraParameters, timeout: options.authorityTimeout),
            transport: OutgoingCalls(transport))
    }

    /// An authority of a site.
    struct AuthorityParts {
        let name: String?
        let authority: Authority
        var sameUsersAs: Authority?
        let audience: String
        let policies: [SignInKind: String]
        let responseMode: ResponseMode
    }

    /// The authorities of a site, the main one first.
    static func authorities(
        _ provider: ScriptedProvider, _ partner: ScriptedProvider, _ options: SiteOptions
    ) throws -> [AuthorityParts] {
        let own =
            if let standIn = options.standIn {
                try Authority(standIn.authority, allowedTenants: standIn.allowedTenants)
            } else {
                try authority(at: provider, options.policies, issuer: options.issuer)
            }
        let partnerAuthority = try options.partner.map { try authority(at: partner, $0.policies) }
        let main = AuthorityParts(
            name: options.isExchanged ? options.partner?.name : nil, authority: own,
            sameUsersAs: options.partner?.lendsUsers == true ? partnerAuthority : nil,
            audience: options.client.id,
            policies: options.policies == .none ? [:] : Site.policies,
            responseMode: options.responseMode)
        guard let further = options.partner, let partnerAuthority else { return [main] }
        var policies = Site.policies
        policies[.facebook] = nil
        let other = AuthorityParts(
            name: options.isPartnerMain || options.isExchanged ? nil : further.name, authority: partnerAuthority,
            sameUsersAs: further.hasMainUsers ? own : nil, audience: further.audience ?? options.client.id,
            policies: further.policies == .none ? [:] : policies,
            responseMode: further.responseMode)
        if options.isPartnerMain { return [other] }
        return options.isExchanged ? [other, main] : [main, other]
    }

    private static func authority(
        at provider: ScriptedProvider, _ policies: SiteOptions.Policies, issuer: String? = nil
    ) throws -> Authority {
        let text =
            switch policies {
            case .none: provider.url.description
            case .inPath: "\(provider.url)/people.example/{policy}/v2.0"
            case .inQuery: "\(provider.url)/people.example"
            }
        return try Authority(text, expectedIssuer: issuer, usesPolicies: policies != .none)
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

extension Router.RouteDescription {
    /// The method and the pattern, as `POST /tasks/{id}`.
    fileprivate var name: String { "\(method.rawValue) \(path)" }
}
