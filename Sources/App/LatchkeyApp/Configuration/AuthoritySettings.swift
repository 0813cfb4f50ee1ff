import HTTPTransport
import OpenIDConnect
import TasksWeb

/// The settings of one authority, by the rows of ``Settings`` that each authority has.
///
/// `settings.clientId` is the value of the setting `clientId` at this authority.
@dynamicMemberLookup
struct AuthoritySettings: Sendable {
    /// The name in its URLs; `nil`: the main authority.
    let name: String?
    /// The text of its button; `nil`: the main authority.
    let label: String?
    let given: GivenSettings
    /// Where the authority sends its responses.
    let redirectURI: HTTPURL

    /// The main authority.
    init(_ given: GivenSettings, redirectURI: HTTPURL) {
        (name, label) = (nil, nil)
        self.given = given
        self.redirectURI = redirectURI
    }

    /// A further authority, whose redirect URI is the main one's and the name (RFC 9700, section 4.4).
    init(_ entry: AuthorityEntry, below main: HTTPURL) {
        (name, label) = (entry.name, entry.label)
        given = entry.given
        redirectURI = main.replacing(path: "\(main.path)/\(entry.name)")
    }

    subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value { given[setting] }

    /// Whether the development identity provider is the authority, because none is set.
    var isDevelopmentIdentityProvider: Bool { name == nil && self.authority == nil }

    /// What the client authenticates with at an authority that isn't the development identity provider.
    var clientCredential: ClientCredential {
        ClientCredential(
            secret: self.clientSecret?.value, privateKey: self.clientKeyFile?.contents.value,
            certificate: self.clientCertificateFile?.contents.value, assertion: self.clientAssertionFile?.read)
    }

    /// The certificate of the client's key and the key; without a certificate neither, because then the key is a secret
    /// that is registered by hand.
    var certificateFiles: [PEMFile] {
        guard let certificate = self.clientCertificateFile, let key = self.clientKeyFile else { return [] }
        return [certificate, key]
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

    /// The error of an assertion's file that can't be read.
    var unreadableAssertion: SettingError? {
        guard let file = self.clientAssertionFile, let problem = file.problem else { return nil }
        return error(\.clientAssertionFile, problem)
    }

    /// Whether another authority's `sameUsersAs` names this one.
    func isNamed(by other: AuthoritySettings) -> Bool {
        guard let text = self.authority, let own = try? Authority(text, usesPolicies: true),
            let named = other.sameUsersAs.flatMap({ try? Authority(named: $0) })
        else { return false }
        return own.isSameTenant(as: named)
    }

    /// A setting's name, with the entry that it is in.
    func fullName(_ setting: KeyPath<Settings, Setting<some Sendable>>) -> String {
        given.prefix + Settings.name(setting)
    }

    /// An error of one of the authority's settings.
    func error(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ problem: String) -> SettingError {
        SettingError(fullName(setting), problem, from: given.origin(setting))
    }
}
