import HTTPTransport
import OpenIDConnect
import TasksWeb

/// What the settings of one authority demand of each other.
struct AuthorityRules {
    let settings: AuthoritySettings

    var errors: [SettingError] {
        registration + tenants + sharedTenant + assertion + authentication + hints + prompt + policies
    }

    private var given: GivenSettings { settings.given }

    private var registration: [SettingError] {
        guard given.contains(\.authority) else {
            if settings.name != nil {
                return [settings.error(\.authority, "is needed: the issuer, or a B2C authority")]
            }
            let words = "goes with authority, which is not set"
            return (given.contains(\.issuer) ? [settings.error(\.issuer, words)] : [])
                + (given.contains(\.sameUsersAs) ? [settings.error(\.sameUsersAs, words)] : [])
        }
        return given.contains(\.clientId)
            ? [] : [settings.error(\.clientId, "is needed with authority: the client id registered there")]
    }

    private var tenants: [SettingError] {
        Authority.problem(ofAllowedTenants: settings.allowedTenants, at: settings.authority ?? "").map {
            [settings.error(\.allowedTenants, $0)]
        } ?? []
    }

    /// The other authority has the users of one tenant.
    private var sharedTenant: [SettingError] {
        guard given.contains(\.sameUsersAs), settings.allowedTenants.count > 1 else { return [] }
        let words = "names the users of one tenant, but allowedTenants has several; list one of them alone"
        return [settings.error(\.sameUsersAs, words)]
    }

    private var assertion: [SettingError] {
        if given.contains(\.clientAssertionFile), given.contains(\.clientKeyFile) {
            return [
                settings.error(\.clientAssertionFile, "goes instead of clientKeyFile; leave one of them out")
            ]
        }
        if given.contains(\.clientCertificateFile), !given.contains(\.clientKeyFile) {
            return [settings.error(\.clientCertificateFile, "goes with clientKeyFile, which is not set")]
        }
        return []
    }

    private var authentication: [SettingError] {
        guard let method = settings.clientAuthentication else { return [] }
        if method == .publicClient || method == .privateKeyJWT, !given.contains(\.authority) {
            return [
                settings.error(
                    \.clientAuthentication,
                    """
                    the development identity provider wants a client_secret; leave clientAuthentication out, or set \
                    authority
                    """
                )
            ]
        }
        if method == .privateKeyJWT, !given.contains(\.clientKeyFile), !given.contains(\.clientAssertionFile) {
            return [
                settings.error(
                    \.clientAuthentication, "private_key_jwt needs clientKeyFile or clientAssertionFile")
            ]
        }
        if method == .clientSecretBasic || method == .clientSecretPost, given.contains(\.authority),
            !given.contains(\.clientSecret)
        {
            return [settings.error(\.clientAuthentication, "\(method.rawValue) needs clientSecret or clientSecretFile")]
        }
        return []
    }

    private var hints: [SettingError] {
        guard !settings.signInHints.isEmpty,
            settings.extraQueryParameters.fields.fields.contains(where: { $0.name == "domain_hint" })
        else { return [] }
        let words = "sends domain_hint, which extraQueryParameters has as well; leave out one of them"
        return [settings.error(\.signInHints, words)]
    }

    /// `max_age=0` demands that the user authenticates, which `prompt=none` rules out; and `none` stands alone (OpenID
    /// Connect Core, section 3.1.2.1).
    private var prompt: [SettingError] {
        let prompts = settings.prompt?.split(separator: " ") ?? []
        guard prompts.contains("none") else { return [] }
        if prompts.count > 1 { return [settings.error(\.prompt, "none goes with no other value; leave it out")] }
        guard settings.extraQueryParameters.maximumAge == 0 else { return [] }
        return [
            settings.error(
                \.prompt, "none forbids what max_age=0 in extraQueryParameters demands; leave out one of them")
        ]
    }

    private var policies: [SettingError] {
        guard settings.authority?.contains(Authority.placeholder) == true, settings.policies.isEmpty else {
            return []
        }
        return [settings.error(\.authority, "has {policy}, but no policy is set, as by emailSignInPolicyId")]
    }
}

/// What settings demand of each other.
struct SettingRules {
    let configuration: Configuration

    var errors: [SettingError] {
        configuration.authorities.flatMap { AuthorityRules(settings: $0).errors } + sharedUsers + tls + addresses
    }

    private var sharedUsers: [SettingError] {
        configuration.authorities.compactMap { settings in
            guard let text = settings.sameUsersAs else { return nil }
            let named = configuration.authorities.filter { $0.isNamed(by: settings) }
            if named.contains(where: { $0.sameUsersAs != nil }) {
                return settings.error(
                    \.sameUsersAs, "names an authority that has sameUsersAs itself; name the one that this names")
            }
            return sharedDirectoryProblem(text, named).map { settings.error(\.sameUsersAs, $0) }
        }
    }

    /// Why an address at a host of Microsoft's leaves open whose users are meant, so that they could become others once
    /// the authority isn't configured any more.
    ///
    /// - Parameter configured: The authorities that have the address.
    private func sharedDirectoryProblem(_ text: String, _ configured: [AuthoritySettings]) -> String? {
        guard let address = try? Authority(named: text) else { return nil }
        let isEntra = configured.first.flatMap { settings in
            settings.authority.flatMap { try? Authority($0, usesPolicies: !settings.policies.isEmpty).isEntra }
        }
        if Authority.isAmbiguous(named: text), isEntra != false {
            return address.isEntra
                ? "has a tenant's domain name; write the tenant's GUID in its place"
                : "has a tenant's domain name: write the tenant's GUID in its place, or for Azure AD B2C "
                    + "\(Authority.placeholder) behind it"
        }
        guard address.isAtEntrasHost, let isEntra, isEntra != address.isEntra else { return nil }
        return isEntra
            ? "names an authority without policies; leave \(Authority.placeholder) out"
            : "names an authority with policies; write \(Authority.placeholder) behind the tenant"
    }

    private var given: GivenSettings { configuration.given }

    private var tls: [SettingError] {
        switch (given.contains(\.tlsCertificateFile), given.contains(\.tlsKeyFile)) {
        case (true, false): [error(\.tlsCertificateFile, "goes with tlsKeyFile, which is not set")]
        case (false, true): [error(\.tlsKeyFile, "goes with tlsCertificateFile, which is not set")]
        default: []
        }
    }

    private var addresses: [SettingError] {
        var errors: [SettingError] = []
        if configuration.usesDevelopmentIdentityProvider {
            let address = configuration.identityListen
            if !address.isLoopback {
                errors.append(
                    error(
                        \.identityListen,
                        """
                        \(address) is no loopback address, and the development identity provider is for this machine \
                        alone
                        """
                    ))
            }
        }
        if configuration.usesEmbeddedTasksAPI {
            let address = configuration.apiListen
            if !address.isLoopback, !address.isAny {
                errors.append(
                    error(
                        \.apiListen,
                        "\(address) is no loopback address, and the embedded tasks API serves this machine alone"))
            }
        }
        let used = configuration.listenAddresses
        for (index, (setting, address)) in used.enumerated() {
            guard let other = used[..<index].first(where: { $0.address.overlaps(address) }) else { continue }
            let words =
                other.address == address
                ? "\(address) is that of \(other.setting) too"
                : "\(address) and \(other.setting) (\(other.address)) overlap"
            errors.append(given.located(SettingError(setting, "\(words); give one of them another port")))
        }
        return errors
    }

    private func error(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ problem: String) -> SettingError {
        configuration.main.error(setting, problem)
    }
}

extension Configuration {
    /// Settings that are valid, but most likely not what the operator meant, a line each.
    var notices: [String] {
        let unused = [
            unused(\.identityListen, because: \.authority), unused(\.apiListen, because: \.taskWebAPI),
        ]
        return ([sampleNames, plainRedirectURI] + unused).compactMap(\.self)
            + authorities.flatMap { $0.notices(usesEmbeddedTasksAPI: usesEmbeddedTasksAPI) }
    }

    /// With HTTPS here and a redirect URI in plain HTTP, sign-ins would never end.
    private var plainRedirectURI: String? {
        guard given.contains(\.tlsCertificateFile), self.redirectUri?.scheme == .http else { return nil }
        return
            """
            redirectUri is plain http although tlsCertificateFile is set: browsers would come back by http, and \
            cookies aren't Secure
            """
    }

    /// One line for all that the iOS sample's file has and that is ignored here.
    private var sampleNames: String? {
        var parts: [String] = []
        if !given.ignored.isEmpty { parts.append("\(given.ignored.joined(separator: " and ")) ignored") }
        if given.hasURNRedirect { parts.append("redirectUri counts as not given if it is a urn:") }
        return parts.isEmpty ? nil : "settings: " + parts.joined(separator: "; ")
    }

    private func unused(
        _ setting: KeyPath<Settings, Setting<some Sendable>>, because other: KeyPath<Settings, Setting<some Sendable>>
    ) -> String? {
        guard given.contains(setting), given.contains(other) else { return nil }
        return "\(Settings.name(setting)) has no effect if \(Settings.name(other)) is set"
    }
}

extension AuthoritySettings {
    /// Settings that aren't used.
    fileprivate func notices(usesEmbeddedTasksAPI: Bool) -> [String] {
        var notices: [String] = []
        if given.contains(\.apiAudience), !usesEmbeddedTasksAPI {
            notices.append("\(fullName(\.apiAudience)) has no effect if \(Settings.name(\.taskWebAPI)) is set")
        }
        if given.contains(\.clientAssertionAudience), !given.contains(\.clientKeyFile) {
            notices.append("\(fullName(\.clientAssertionAudience)) has no effect without clientKeyFile")
        }
        guard let method = self.clientAuthentication else { return notices }
        var needless: [String] = []
        if method != .clientSecretBasic, method != .clientSecretPost, given.contains(\.clientSecret) {
            needless.append("clientSecret")
        }
        if method != .privateKeyJWT {
            if given.contains(\.clientKeyFile) { needless.append("clientKeyFile") }
            if given.contains(\.clientAssertionFile) { needless.append("clientAssertionFile") }
        }
        return notices
            + needless.map { "\(given.prefix)\($0) has no effect if clientAuthentication is \(method.rawValue)" }
    }
}
