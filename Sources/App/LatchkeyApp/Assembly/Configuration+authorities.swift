import DevelopmentIdentityProvider
import HTTPTransport
import HummingbirdOpenIDConnect
import OpenIDConnect
import TasksWeb

/// The parts that an authority's settings describe; the development identity provider replaces missing settings.
extension Configuration {
    /// The authority's address, and the issuer to expect there.
    func makeAuthority(_ settings: AuthoritySettings) throws(SettingError) -> Authority {
        do {
            return try Authority(
                settings.authority ?? DevelopmentProvider.authority(baseURL: identityOrigin),
                expectedIssuer: settings.issuer, usesPolicies: !settings.policies.isEmpty,
                allowedTenants: settings.allowedTenants)
        } catch {
            throw settings.error(\.authority, error.description)
        }
    }

    /// The authority that `sameUsersAs` names.
    ///
    /// Only its address is used, so users keep their identity after that authority is removed from the settings.
    func makeSharedAuthority(_ settings: AuthoritySettings) throws(SettingError) -> Authority? {
        guard let text = settings.sameUsersAs else { return nil }
        do {
            return try Authority(named: text)
        } catch {
            throw settings.error(\.sameUsersAs, error.description)
        }
    }

    /// Decides who is the same user at the authority.
    func users(_ settings: AuthoritySettings) throws(SettingError) -> UserKeyRule {
        UserKeyRule(try makeAuthority(settings), sameUsersAs: try makeSharedAuthority(settings))
    }

    /// The address for the authority's responses: a further authority's has its name added (RFC 9700, section 4.4).
    func redirectURI(_ settings: AuthoritySettings) -> HTTPURL {
        settings.name.map { redirectURI.replacing(path: "\(redirectURI.path)/\($0)") } ?? redirectURI
    }

    /// The client of the authority.
    ///
    /// - Parameter credential: The client's credential; `nil`: the one of the settings.
    func makeRelyingParty(
        _ settings: AuthoritySettings, credential: ClientCredential? = nil, over transport: any Transport
    ) throws(SettingError) -> RelyingParty {
        RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: try makeAuthority(settings), sameUsersAs: try makeSharedAuthority(settings),
                clientID: settings.registeredID, redirectURI: redirectURI(settings).description,
                clientCredential: credential ?? settings.clientCredential,
                clientAuthentication: settings.clientAuthentication,
                assertionAudience: settings.clientAssertionAudience, pushedRequests: settings.pushedRequests,
                scopes: settings.requestedScopes, responseMode: settings.responseMode, prompt: settings.prompt,
                extraParameters: settings.extraQueryParameters.fields,
                clientCapabilities: settings.clientCapabilities, timeout: self.authorityTimeout),
            transport: transport)
    }
}

extension SignInAuthority {
    /// An authority as the web front end has it.
    init(_ settings: AuthoritySettings, _ relyingParty: RelyingParty) {
        self.init(
            siteName: settings.name, label: settings.label, policies: settings.policies, hints: settings.signInHints,
            requiredClaims: RequiredClaims(settings.requiredClaims), relyingParty: relyingParty)
    }
}
