import CurlTransport
import DevelopmentIdentityProvider
import HTTPTransport
import NIOSSL
import OpenIDConnect
import TasksWeb
import WebServing

/// The authority and the tasks API that the settings name, or else the embedded ones, and how to call them.
struct Endpoints: Sendable {
    /// The registration at the development identity provider.
    private static let developmentClientID = "latchkey-development"

    let configuration: Configuration
    /// The client's secret at the development identity provider: the one that is set, else one that exists for this run
    /// alone.
    let developmentSecret: String

    /// Where browsers reach the development identity provider: by the same name of this machine as the site, so that
    /// both are one site to them.
    var identityOrigin: String {
        let address = configuration.identityListen
        // A name for 127.0.0.1 is none for ::1, and the other way round.
        let isSame =
            configuration.redirectURI.isLoopback && !configuration.redirectURI.host.contains(":")
            && !address.host.contains(":")
        return isSame ? "http://\(configuration.redirectURI.host):\(address.port)" : "http://\(address)"
    }

    /// The tasks API's base URL.
    var tasksAPI: HTTPURL {
        get throws {
            if let given = configuration.taskWebAPI { return given }
            let host =
                configuration.apiListen.host.contains(":")
                ? "[\(configuration.apiListen.host)]" : configuration.apiListen.host
            let reachable = ["0.0.0.0": "127.0.0.1", "[::]": "[::1]"][host] ?? host
            guard let url = HTTPURL("http://\(reachable):\(configuration.apiListen.port)/tasks") else {
                throw StartupError(\.apiListen, "\(configuration.apiListen) is no address that can be called")
            }
            return url
        }
    }

    var clientID: String { configuration.clientId ?? Self.developmentClientID }

    /// What the embedded tasks API expects in `aud`.
    var apiAudience: String { configuration.apiAudience ?? clientID }

    var authority: Authority {
        get throws {
            do {
                return try Authority(
                    configuration.authority ?? DevelopmentProvider.authority(baseURL: identityOrigin),
                    expectedIssuer: configuration.issuer, usesPolicies: !configuration.policies.all.isEmpty)
            } catch {
                throw StartupError(\.authority, error.description)
            }
        }
    }

    /// The origin of the authority's pages, as far as the settings tell.
    var authorityOrigin: String {
        get throws { try authority.metadataURL(policy: configuration.policies.all.first).origin }
    }

    func relyingParty(over transport: any Transport) throws -> RelyingParty {
        RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try authority, clientID: clientID, redirectURI: configuration.redirectURI.description,
                clientCredential: credential, clientAuthentication: configuration.clientAuthentication,
                scopes: configuration.requestedScopes(clientId: clientID), responseMode: configuration.responseMode,
                prompt: configuration.prompt, extraParameters: configuration.extraQueryParameters.fields,
                timeout: configuration.authorityTimeout),
            transport: transport)
    }

    func web() throws -> TasksWebConfiguration {
        TasksWebConfiguration(
            redirectURI: configuration.redirectURI, authorityOrigin: try authorityOrigin, tasksAPI: try tasksAPI,
            apiTimeout: configuration.apiTimeout, policies: configuration.policies,
            showsClaims: configuration.showClaims, fullScreen: configuration.fullScreen,
            correlationID: configuration.correlationId, sessionIdleTimeout: configuration.sessionIdleTimeout,
            sessionLifetime: configuration.sessionLifetime, trustedProxies: TrustedProxies(configuration.trustedProxies)
        )
    }

    func identityProvider(in directory: DataDirectory) -> ProviderConfiguration {
        ProviderConfiguration(
            baseURL: identityOrigin, dataDirectory: directory.path, clientID: clientID, clientSecret: developmentSecret,
            redirectURI: configuration.redirectURI.description,
            postLogoutRedirectURIs: [configuration.redirectURI.replacing(path: SitePath.signedOut).description])
    }

    func tokenVerifier(over transport: any Transport) throws -> AccessTokenVerifier {
        try AccessTokenVerifier(
            authority: authority, audience: apiAudience, policies: configuration.policies.requested,
            transport: transport, timeout: configuration.authorityTimeout)
    }

    /// - Parameter caFile: The path of a file of further roots.
    static func transport(caFile: String?) throws -> CurlClient {
        try CurlClient(CurlConfiguration(caFile: caFile, userAgent: "latchkey/\(Version.text)"))
    }

    /// The file of further roots, if all of them can be read.
    static func caFile(_ configuration: Configuration) throws(StartupError) -> String? {
        guard let path = configuration.caFile?.path else { return nil }
        _ = try roots(in: path)
        return path
    }

    /// The certificates of a file; one that can't be read would break every outgoing call.
    static func roots(in path: String) throws(StartupError) -> [NIOSSLCertificate] {
        do {
            return try NIOSSLCertificate.fromPEMFile(path)
        } catch {
            throw StartupError(\.caFile, "\(path) holds a certificate that can't be read (\(error)); take it out")
        }
    }

    private var credential: ClientCredential {
        configuration.usesDevelopmentIdentityProvider ? .secret(developmentSecret) : configuration.clientCredential
    }
}
