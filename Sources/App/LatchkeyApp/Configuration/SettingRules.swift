import HTTPTransport
import HummingbirdOpenIDConnect
import OpenIDConnect
import TasksWeb

/// The rules between the settings of one authority.
struct AuthorityRules {
    let settings: AuthoritySettings

    var errors: [SettingError] {
        (registration + [tenants, sharedTenant] + credential + [hints] + prompt + [policies]).compactMap(\.self)
    }

    private var given: GivenSettings { settings.given }

    private func error(
        _ setting: KeyPath<Settings, Setting<some Sendable>>, if isWrong: Bool, _ problem: String
    ) -> SettingError? { isWrong ? settings.error(setting, problem) : nil }

    private var registration: [SettingError?] {
        let (isSet, isFurther) = (given.contains(\.authority), settings.name != nil)
        let words = "goes with authority, which is not set"
        return [
            error(\.authority, if: !isSet && isFurther, "is needed: the issuer, or a B2C authority"),
            error(\.issuer, if: !isSet && !isFurther && given.contains(\.issuer), words),
            error(\.sameUsersAs, if: !isSet && !isFurther && given.contains(\.sameUsersAs), words),
            error(
                \.clientId, if: isSet && !given.contains(\.clientId),
                "is needed with authority: the client id registered there"),
        ]
    }

    private var tenants: SettingError? {
        Authority.problem(ofAllowedTenants: settings.allowedTenants, at: settings.authority ?? "").map {
            settings.error(\.allowedTenants, $0)
        }
    }

    /// The other authority has the users of one tenant.
    private var sharedTenant: SettingError? {
        error(
            \.sameUsersAs, if: given.contains(\.sameUsersAs) && settings.allowedTenants.count > 1,
            "names the users of one tenant, but allowedTenants has several; list one of them alone")
    }

    private var credential: [SettingError?] {
        let (isSet, hasKey) = (given.contains(\.authority), given.contains(\.clientKeyFile))
        let hasAssertion = given.contains(\.clientAssertionFile)
        let method = settings.clientAuthentication
        let isBySecret = method == .clientSecretBasic || method == .clientSecretPost
        return [
            error(
                \.clientAssertionFile, if: hasAssertion && hasKey,
                "goes instead of clientKeyFile; leave one of them out"),
            error(
                \.clientCertificateFile, if: given.contains(\.clientCertificateFile) && !hasKey,
                "goes with clientKeyFile, which is not set"),
            error(
                \.clientAuthentication, if: (method == .publicClient || method == .privateKeyJWT) && !isSet,
                """
                the development identity provider wants a client_secret; leave clientAuthentication out, or set \
                authority
                """),
            error(
                \.clientAuthentication, if: method == .privateKeyJWT && isSet && !hasKey && !hasAssertion,
                "private_key_jwt needs clientKeyFile or clientAssertionFile"),
            error(
                \.clientAuthentication, if: isBySecret && isSet && !given.contains(\.clientSecret),
                "\(method?.rawValue ?? "") needs clientSecret or clientSecretFile"),
        ]
    }

    private var hints: SettingError? {
        let hasHint = settings.extraQueryParameters.fields.fields.contains { $0.name == "domain_hint" }
        return error(
            \.signInHints, if: !settings.signInHints.isEmpty && hasHint,
            "sends domain_hint, which extraQueryParameters has as well; leave out one of them")
    }

    /// `max_age=0` demands that the user authenticates, which `prompt=none` rules out; and `none` stands alone (OpenID
    /// Connect Core, section 3.1.2.1).
    private var prompt: [SettingError?] {
        let prompts = settings.prompt?.split(separator: " ") ?? []
        return [
            error(
                \.prompt, if: prompts.count > 1 && prompts.contains("none"),
                "none goes with no other value; leave it out"),
            error(
                \.prompt, if: prompts == ["none"] && settings.extraQueryParameters.maximumAge == 0,
                "none forbids what max_age=0 in extraQueryParameters demands; leave out one of them"),
        ]
    }

    private var policies: SettingError? {
        error(
            \.authority,
            if: settings.authority?.contains(Authority.placeholder) == true && settings.policies.isEmpty,
            "has {policy}, but no policy is set, as by emailSignInPolicyId")
    }
}

/// The rules between settings.
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

    /// Explains why a Microsoft address in `sameUsersAs` doesn't name one directory for good.
    ///
    /// Such an address has a domain name in place of the tenant's GUID, or policies that the authority lacks, or the
    /// reverse.
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
        let (identity, api) = (configuration.identityListen, configuration.apiListen)
        if configuration.usesDevelopmentIdentityProvider, !identity.isLoopback {
            let words = "is no loopback address, and the development identity provider is for this machine alone"
            errors.append(error(\.identityListen, "\(identity) \(words)"))
        }
        if configuration.usesEmbeddedTasksAPI, !api.isLoopback, !api.isAny {
            let words = "is no loopback address, and the embedded tasks API serves this machine alone"
            errors.append(error(\.apiListen, "\(api) \(words)"))
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
            unused(\.deleteMaxAge, because: \.taskWebAPI), withoutTraces(\.tracesRatio),
            withoutTraces(\.tracesHeadersFile),
        ]
        return ([sampleNames, plainRedirectURI, plainDeviceBinding] + unused).compactMap(\.self)
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

    /// Browsers register no key of their device over plain HTTP.
    private var plainDeviceBinding: String? {
        guard self.deviceBinding != .off, redirectURI.scheme == .http else { return nil }
        return "deviceBinding has no effect over plain http; the public origin, which is redirectUri's, has to be https"
    }

    /// One line for all that the iOS sample's file has and that is ignored here.
    private var sampleNames: String? {
        var parts: [String] = []
        if !given.ignored.isEmpty { parts.append("\(given.ignored.joined(separator: " and ")) ignored") }
        if given.hasURNRedirect { parts.append("redirectUri counts as not given if it is a urn:") }
        return parts.isEmpty ? nil : "settings: " + parts.joined(separator: "; ")
    }

    private func withoutTraces(_ setting: KeyPath<Settings, Setting<some Sendable>>) -> String? {
        guard given.contains(setting), traces == nil else { return nil }
        return "\(Settings.name(setting)) has no effect without \(Settings.name(\.tracesEndpoint))"
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
        let (hasKey, method) = (given.contains(\.clientKeyFile), self.clientAuthentication)
        let isBySecret = [nil, .clientSecretBasic, .clientSecretPost].contains(method)
        let isByKey = [nil, .privateKeyJWT].contains(method)
        let other = "if clientAuthentication is \(method?.rawValue ?? "")"
        return [
            notice(\.apiAudience, if: !usesEmbeddedTasksAPI, "if taskWebAPI is set"),
            notice(\.clientAssertionAudience, if: !hasKey, "without clientKeyFile"),
            notice(\.clientSecret, if: !isBySecret, other), notice(\.clientKeyFile, if: !isByKey, other),
            notice(\.clientAssertionFile, if: !isByKey, other),
        ].compactMap(\.self)
    }

    private func notice(
        _ setting: KeyPath<Settings, Setting<some Sendable>>, if isUnused: Bool, _ reason: String
    ) -> String? {
        given.contains(setting) && isUnused ? "\(fullName(setting)) has no effect \(reason)" : nil
    }
}
