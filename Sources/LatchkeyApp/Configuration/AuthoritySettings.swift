import HTTPTransport
import OpenIDConnect
import TasksWeb

/// The settings of one authority, by the rows of ``Settings`` that each authority has.
///
/// `settings.clientId` is the value of the setting `clientId` at this authority.
@dynamicMemberLookup
struct AuthoritySettings: Sendable {
    let given: GivenSettings
    /// Where the authority sends its responses.
    let redirectURI: HTTPURL

    subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value { given[setting] }

    /// Whether the development identity provider is the authority, because none is set.
    var isDevelopmentIdentityProvider: Bool { self.authority == nil }

    /// What the client authenticates with at an authority that isn't the development identity provider.
    var clientCredential: ClientCredential {
        ClientCredential(
            secret: self.clientSecret?.value, privateKey: self.clientKeyFile?.contents.value,
            certificate: self.clientCertificateFile?.contents.value, assertion: self.clientAssertionFile?.read)
    }

    /// The policies that are set; at the development identity provider its own, if none is.
    var policies: TasksWebConfiguration.Policies {
        let policies = TasksWebConfiguration.Policies(given)
        return isDevelopmentIdentityProvider && policies.all.isEmpty ? .development : policies
    }

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

    /// An error of one of the authority's settings.
    func error(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ problem: String) -> SettingError {
        given.error(StartupError(setting, problem))
    }
}
