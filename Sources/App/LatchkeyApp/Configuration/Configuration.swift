import HTTPServer
import HTTPTransport
import OpenIDConnect
import SealedCookies
import TasksWeb

/// All settings, parsed and checked; `configuration.listen` is the value of the setting `listen`.
@dynamicMemberLookup
struct Configuration: Sendable {
    let given: GivenSettings
    /// All authorities, the main one first.
    let authorities: [AuthoritySettings]
    /// The authority that the program's own settings name.
    let main: AuthoritySettings

    /// - Throws: If the port of `listen` makes no URL, which needs a parser that is wrong.
    init(_ given: GivenSettings) throws(SettingsError) {
        self.given = given
        guard let url = given[\.redirectUri] ?? Self.defaultRedirectURI(given) else {
            throw SettingsError(
                errors: [SettingError(Settings.name(\.redirectUri), "can't be made of listen's port; set it")])
        }
        main = AuthoritySettings(given, redirectURI: url)
        authorities = [main] + given.moreAuthorities.map { AuthoritySettings($0, below: url) }
    }

    subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value { given[setting] }

    private static func defaultRedirectURI(_ given: GivenSettings) -> HTTPURL? {
        let (port, isOverTLS) = (given[\.listen].port, given.contains(\.tlsCertificateFile))
        let authority = port == (isOverTLS ? 443 : 80) ? "localhost" : "localhost:\(port)"
        return HTTPURL("\(isOverTLS ? "https" : "http")://\(authority)\(SitePath.redirect)")
    }
}

extension Configuration {
    var usesDevelopmentIdentityProvider: Bool { main.isDevelopmentIdentityProvider }

    var usesEmbeddedTasksAPI: Bool { self.taskWebAPI == nil }

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

    /// The redirect URI at the main authority.
    var redirectURI: HTTPURL { main.redirectURI }

    /// The origin that browsers see.
    var publicOrigin: String { redirectURI.origin }
}
