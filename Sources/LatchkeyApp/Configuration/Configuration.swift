import HTTPTransport
import OpenIDConnect
import SealedCookies
import TasksWeb
import WebServing

/// All settings, parsed and checked; `configuration.listen` is the value of the setting `listen`.
@dynamicMemberLookup
struct Configuration: Sendable {
    let given: GivenSettings
    let redirectURI: HTTPURL

    /// - Throws: If the port of `listen` makes no URL, which needs a parser that is wrong.
    init(_ given: GivenSettings) throws(SettingsError) {
        self.given = given
        guard let url = given[\.redirectUri] ?? Self.defaultRedirectURI(given) else {
            throw SettingsError(
                errors: [SettingError(Settings.name(\.redirectUri), "can't be made of listen's port; set it")])
        }
        redirectURI = url
    }

    subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value { given[setting] }

    private static func defaultRedirectURI(_ given: GivenSettings) -> HTTPURL? {
        let (port, isOverTLS) = (given[\.listen].port, given.contains(\.tlsCertificateFile))
        let authority = port == (isOverTLS ? 443 : 80) ? "localhost" : "localhost:\(port)"
        return HTTPURL("\(isOverTLS ? "https" : "http")://\(authority)\(SitePath.redirect)")
    }
}

extension Configuration {
    var usesDevelopmentIdentityProvider: Bool { self.authority == nil }

    var usesEmbeddedTasksAPI: Bool { self.taskWebAPI == nil }

    /// What the client authenticates with at an authority that isn't the development identity provider.
    var clientCredential: ClientCredential {
        ClientCredential(secret: self.clientSecret?.value, privateKey: self.clientKeyFile?.contents.value)
    }

    /// The policies that are set; at the development identity provider its own, if none is.
    var policies: TasksWebConfiguration.Policies {
        let policies = TasksWebConfiguration.Policies(given)
        return usesDevelopmentIdentityProvider && policies.all.isEmpty ? .development : policies
    }

    /// The certificate and its key for HTTPS to browsers; `nil`: plain HTTP.
    var tls: (certificate: String, key: String)? {
        guard let certificate = self.tlsCertificateFile, let key = self.tlsKeyFile else { return nil }
        return (certificate.path, key.path)
    }

    var database: DatabaseLocation {
        given[\.database] ?? .sqlite(path: "\(self.dataDirectory)/latchkey.sqlite")
    }

    /// The origin that browsers see.
    var publicOrigin: String { redirectURI.origin }

    /// The scopes to request besides `openid profile offline_access`, each once; with policies and without `scopes`
    /// the client id is one, because B2C returns no access token without it.
    func requestedScopes(clientId: String) -> [String] {
        var result: [String] = []
        for scope in (self.scopes.isEmpty && !policies.all.isEmpty ? [clientId] : self.scopes) + self.additionalScopes
        where !result.contains(scope) {
            result.append(scope)
        }
        return result
    }
}
