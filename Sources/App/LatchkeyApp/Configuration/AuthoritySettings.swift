import DevelopmentIdentityProvider
import OpenIDConnect
import TasksWeb

/// The settings of one authority: the program's, or an entry's of `moreAuthorities`.
///
/// `settings.clientId` is the value of the setting `clientId` at this authority.
struct AuthoritySettings: SettingsHolder {
    /// The client's id at the development identity provider.
    private static let developmentID = "latchkey-development"

    /// The name in its URLs; `nil`: the main authority.
    var name: String?
    /// The text of its button; `nil`: the main authority.
    var label: String?
    let given: GivenSettings

    /// Whether the development identity provider is the authority, because none is set.
    var isDevelopmentIdentityProvider: Bool { name == nil && self.authority == nil }

    /// The client's id at the authority.
    var registeredID: String { self.clientId ?? Self.developmentID }

    /// The `aud` that the embedded tasks API expects in the authority's tokens.
    var expectedAudience: String { self.apiAudience ?? registeredID }

    /// The client's credential, as far as it is set.
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
    var policies: [SignInKind: String] {
        let policies: [SignInKind: String] = SignInKind.allCases.reduce(into: [:]) { $0[$1] = given[$1.policySetting] }
        return isDevelopmentIdentityProvider && policies.isEmpty ? .development : policies
    }

    /// The scopes to request besides `openid profile offline_access`, each once; with policies and without `scopes`
    /// the client id is one, because B2C returns no access token without it.
    var requestedScopes: [String] {
        let scopes = self.scopes.isEmpty && !policies.isEmpty ? [registeredID] : self.scopes
        return (scopes + self.additionalScopes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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

extension SignInKind {
    /// The setting that names the policy.
    fileprivate var policySetting: KeyPath<Settings, Setting<String?>> {
        switch self {
        case .signIn: \.emailSignInPolicyId
        case .signUp: \.emailSignUpPolicyId
        case .facebook: \.faceBookSignInPolicyId
        case .passwordReset: \.passwordResetPolicyId
        case .profileEdit: \.profileEditPolicyId
        }
    }
}

extension [SignInKind: String] {
    /// The policies of the development identity provider.
    static let development = [
        SignInKind.signIn: UserFlow.signIn, .signUp: .signUp, .facebook: .facebookSignIn,
        .passwordReset: .passwordReset, .profileEdit: .editProfile,
    ].mapValues(\.rawValue)
}
