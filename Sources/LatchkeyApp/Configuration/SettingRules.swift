import OpenIDConnect
import WebServing

/// What settings demand of each other.
struct SettingRules {
    let configuration: Configuration

    var errors: [SettingError] {
        registration + authentication + freshness + policies + tls + addresses
    }

    private var given: GivenSettings { configuration.given }

    private var registration: [SettingError] {
        guard given.contains(\.authority) else {
            return given.contains(\.issuer) ? [error(\.issuer, "goes with authority, which is not set")] : []
        }
        return given.contains(\.clientId)
            ? [] : [error(\.clientId, "is needed with authority: the client id registered there")]
    }

    private var authentication: [SettingError] {
        guard let method = configuration.clientAuthentication else { return [] }
        if method == .none || method == .privateKeyJWT, !given.contains(\.authority) {
            return [
                error(
                    \.clientAuthentication,
                    "the development identity provider wants a client_secret; leave clientAuthentication out, or set authority"
                )
            ]
        }
        if method == .privateKeyJWT, !given.contains(\.clientKeyFile) {
            return [error(\.clientAuthentication, "private_key_jwt needs clientKeyFile")]
        }
        if method == .clientSecretBasic || method == .clientSecretPost, given.contains(\.authority),
            !given.contains(\.clientSecret)
        {
            return [error(\.clientAuthentication, "\(method.rawValue) needs clientSecret or clientSecretFile")]
        }
        return []
    }

    /// `max_age=0` demands that the user authenticates, which `prompt=none` rules out (OpenID Connect Core, section
    /// 3.1.2.1).
    private var freshness: [SettingError] {
        guard configuration.extraQueryParameters.maximumAge == 0,
            configuration.prompt?.split(separator: " ").contains("none") == true
        else {
            return []
        }
        return [error(\.prompt, "none forbids what max_age=0 in extraQueryParameters demands; leave out one of them")]
    }

    private var policies: [SettingError] {
        guard configuration.authority?.contains("{policy}") == true, configuration.policies.all.isEmpty else {
            return []
        }
        return [error(\.authority, "has {policy}, but no policy is set, as by emailSignInPolicyId")]
    }

    private var tls: [SettingError] {
        switch (given.contains(\.tlsCertificateFile), given.contains(\.tlsKeyFile)) {
        case (true, false): [error(\.tlsCertificateFile, "goes with tlsKeyFile, which is not set")]
        case (false, true): [error(\.tlsKeyFile, "goes with tlsCertificateFile, which is not set")]
        default: []
        }
    }

    private var addresses: [SettingError] {
        var errors: [SettingError] = []
        if given.contains(\.adminListen) {
            errors.append(error(\.adminListen, "is not part of this version; leave it out"))
        }
        var used: [KeyPath<Settings, Setting<ListenAddress>>] = [\.listen]
        if configuration.usesDevelopmentIdentityProvider {
            used.append(\.identityListen)
            let address = configuration.identityListen
            if !address.isLoopback {
                errors.append(
                    error(
                        \.identityListen,
                        "\(address) is no loopback address, and the development identity provider is for this machine alone"
                    ))
            }
        }
        if configuration.usesEmbeddedTasksAPI {
            used.append(\.apiListen)
            let address = configuration.apiListen
            if !address.isLoopback, !address.isAny {
                errors.append(
                    error(
                        \.apiListen,
                        "\(address) is no loopback address, and the embedded tasks API serves this machine alone"))
            }
        }
        for (index, setting) in used.enumerated() {
            let address = given[setting]
            guard let other = used[..<index].first(where: { given[$0] == address }) else { continue }
            errors.append(
                error(setting, "\(address) is that of \(Settings.name(other)) too; give one of them another port"))
        }
        return errors
    }

    private func error(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ problem: String) -> SettingError {
        SettingError(Settings.name(setting), problem, from: given.origin(setting))
    }
}
