import HTTPServer
import HTTPTransport
import OpenIDConnect
import ProcessSupport
import SealedCookies
import TasksWeb

/// All settings, parsed and checked; `configuration.listen` is the value of the setting `listen`.
struct Configuration: SettingsHolder {
    let given: GivenSettings
    let openTelemetry: OpenTelemetryVariables
    /// The authority that the program's own settings name.
    let main: AuthoritySettings
    /// All authorities, the main one first.
    let authorities: [AuthoritySettings]
    /// The redirect URI at the main authority.
    let redirectURI: HTTPURL

    /// - Throws: If the port of `listen` makes no URL, which needs a parser that is wrong.
    init(_ given: GivenSettings, _ openTelemetry: OpenTelemetryVariables) throws(SettingsError) {
        self.given = given
        self.openTelemetry = openTelemetry
        guard let url = given[\.redirectUri] ?? Self.defaultRedirectURI(given) else {
            throw SettingsError(
                errors: [SettingError(Settings.name(\.redirectUri), "can't be made of listen's port; set it")])
        }
        redirectURI = url
        main = AuthoritySettings(given: given)
        authorities = [main] + given.moreAuthorities
    }

    private static func defaultRedirectURI(_ given: GivenSettings) -> HTTPURL? {
        let (port, isOverTLS) = (given[\.listen].port, given.contains(\.tlsCertificateFile))
        let authority = port == (isOverTLS ? 443 : 80) ? "localhost" : "localhost:\(port)"
        return HTTPURL("\(isOverTLS ? "https" : "http")://\(authority)\(SitePath.redirect)")
    }
}

extension Configuration {
    var usesDevelopmentIdentityProvider: Bool { main.isDevelopmentIdentityProvider }

    var usesEmbeddedTasksAPI: Bool { self.taskWebAPI == nil }

    /// Maximum number of event loops.
    static let mostThreads = 64

    /// How many threads `serve` has for what.
    var threadCounts: ThreadCounts {
        ThreadCounts(eventLoops: self.threads ?? min(max(2, ProcessLimits.processors), Self.mostThreads))
    }

    /// The certificate and its key for HTTPS to browsers; `nil`: plain HTTP.
    var tls: (certificate: String, key: String)? {
        guard let certificate = self.tlsCertificateFile, let key = self.tlsKeyFile else { return nil }
        return (certificate.path, key.path)
    }

    /// The certificate files that are reloaded when they change, with their keys.
    var certificateFiles: [PEMFile] { tlsFiles + rootFiles + authorities.flatMap(\.certificateFiles) }

    /// The certificate for browsers and its key.
    var tlsFiles: [PEMFile] { [self.tlsCertificateFile, self.tlsKeyFile].compactMap(\.self) }

    /// The file of further roots.
    var rootFiles: [PEMFile] { [self.caFile].compactMap(\.self) }

    var database: DatabaseLocation {
        given[\.database] ?? .sqlite(path: "\(self.dataDirectory)/latchkey.sqlite")
    }

    /// The addresses that the program listens at, with the names of their settings.
    var listenAddresses: [(setting: String, address: ListenAddress)] {
        var addresses = [(setting: Settings.name(\.listen), address: self.listen)]
        if usesDevelopmentIdentityProvider { addresses.append((Settings.name(\.identityListen), self.identityListen)) }
        if usesEmbeddedTasksAPI { addresses.append((Settings.name(\.apiListen), self.apiListen)) }
        if let address = self.adminListen { addresses.append((Settings.name(\.adminListen), address)) }
        return addresses
    }

    /// The origin that browsers see.
    var publicOrigin: String { redirectURI.origin }

    /// The address at which browsers reach the development identity provider.
    ///
    /// Its name of this machine is the site's, so that both are one site to browsers.
    var identityOrigin: String {
        let address = self.identityListen
        // A name for 127.0.0.1 is none for ::1, and the other way round.
        let isSame = redirectURI.isLoopback && !redirectURI.host.contains(":") && !address.host.contains(":")
        return isSame ? "http://\(redirectURI.host):\(address.port)" : "http://\(address)"
    }

    /// The tasks API's base URL.
    var tasksAPI: HTTPURL {
        get throws(SettingError) {
            if let given = self.taskWebAPI { return given }
            let listen = self.apiListen
            let host = listen.host.contains(":") ? "[\(listen.host)]" : listen.host
            let reachable = ["0.0.0.0": "127.0.0.1", "[::]": "[::1]"][host] ?? host
            guard let url = HTTPURL("http://\(reachable):\(listen.port)/tasks") else {
                throw SettingError(\.apiListen, "\(listen) is no address that can be called")
            }
            return url
        }
    }
}
