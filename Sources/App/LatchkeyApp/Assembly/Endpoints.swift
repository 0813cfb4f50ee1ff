import CurlTransport
import DevelopmentIdentityProvider
import HTTPServer
import HTTPTransport
import NIOSSL
import OpenIDConnect
import TasksAPI
import TasksWeb
import WebSupport

/// The authority and the tasks API that the settings name, or else the embedded ones, and how to call them.
struct Endpoints: Sendable {
    /// The registration at the development identity provider.
    private static let developmentClientID = "latchkey-development"

    let configuration: Configuration
    /// The client's secret at the development identity provider: the one that is set, else one that exists for this run
    /// alone.
    let developmentSecret: String

    /// The address at which browsers reach the development identity provider.
    ///
    /// Its name of this machine is the site's, so that both are one site to browsers.
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

    func clientID(at settings: AuthoritySettings) -> String { settings.clientId ?? Self.developmentClientID }

    /// The `aud` that the embedded tasks API expects in an authority's tokens.
    func apiAudience(of settings: AuthoritySettings) -> String { settings.apiAudience ?? clientID(at: settings) }

    func authority(_ settings: AuthoritySettings) throws -> Authority {
        do {
            return try Authority(
                settings.authority ?? DevelopmentProvider.authority(baseURL: identityOrigin),
                expectedIssuer: settings.issuer, usesPolicies: !settings.policies.all.isEmpty,
                allowedTenants: settings.allowedTenants)
        } catch {
            throw StartupError(setting: settings.fullName(\.authority), error.description)
        }
    }

    /// The authority that `sameUsersAs` names.
    ///
    /// Only its address is used, so users keep their identity after that authority is removed from the settings.
    func sharedAuthority(_ settings: AuthoritySettings) throws -> Authority? {
        guard let text = settings.sameUsersAs else { return nil }
        do {
            return try Authority(named: text)
        } catch {
            throw StartupError(setting: settings.fullName(\.sameUsersAs), error.description)
        }
    }

    func relyingParty(at settings: AuthoritySettings, over transport: any Transport) throws -> RelyingParty {
        let clientID = clientID(at: settings)
        return RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try authority(settings), sameUsersAs: try sharedAuthority(settings), clientID: clientID,
                redirectURI: settings.redirectURI.description,
                clientCredential: credential(at: settings), clientAuthentication: settings.clientAuthentication,
                assertionAudience: settings.clientAssertionAudience, pushedRequests: settings.pushedRequests,
                scopes: settings.requestedScopes(clientId: clientID), responseMode: settings.responseMode,
                prompt: settings.prompt, extraParameters: settings.extraQueryParameters.fields,
                timeout: configuration.authorityTimeout),
            transport: transport)
    }

    /// An authority with the client's registration there, as the web front end has it.
    func siteAuthority(_ settings: AuthoritySettings, over transport: any Transport) throws -> SiteAuthority {
        SiteAuthority(
            name: settings.name, label: settings.label, policies: settings.policies, hints: settings.signInHints,
            requiredClaims: RequiredClaims(settings.requiredClaims),
            relyingParty: try relyingParty(at: settings, over: transport))
    }

    /// - Parameter authorities: The main one first.
    func web(_ authorities: [SiteAuthority]) throws -> TasksWebConfiguration {
        TasksWebConfiguration(
            redirectURI: configuration.redirectURI, authorities: authorities,
            tasksAPI: try tasksAPI,
            apiTimeout: configuration.apiTimeout,
            showsClaims: configuration.showClaims, fullScreen: configuration.fullScreen,
            correlationID: configuration.correlationId, sessionIdleTimeout: configuration.sessionIdleTimeout,
            sessionLifetime: configuration.sessionLifetime, maximumSessions: configuration.maxSessions,
            trustedProxies: TrustedProxies(configuration.trustedProxies))
    }

    func identityProvider(in directory: DataDirectory) -> ProviderConfiguration {
        ProviderConfiguration(
            baseURL: identityOrigin, dataDirectory: directory.path, clientID: clientID(at: configuration.main),
            clientSecret: developmentSecret,
            redirectURI: configuration.redirectURI.description,
            postLogoutRedirectURIs: [configuration.redirectURI.replacing(path: SitePath.signedOut).description])
    }

    /// Verifies the access tokens of all authorities for the embedded tasks API.
    func tokenVerifier(over transport: any Transport) throws -> AccessTokenVerifiers {
        AccessTokenVerifiers(
            try configuration.authorities.map { settings in
                try AccessTokenVerifier(
                    authority: authority(settings), sameUsersAs: sharedAuthority(settings),
                    audience: apiAudience(of: settings),
                    policies: settings.policies.requested, transport: transport,
                    timeout: configuration.authorityTimeout)
            })
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

    private func credential(at settings: AuthoritySettings) -> ClientCredential {
        settings.isDevelopmentIdentityProvider ? .secret(developmentSecret) : settings.clientCredential
    }
}
