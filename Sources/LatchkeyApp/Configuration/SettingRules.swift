import OpenIDConnect
import WebServing

/// What settings demand of each other.
struct SettingRules {
    let given: GivenSettings

    let configuration: Configuration

    init(_ given: GivenSettings, _ configuration: Configuration) {
        self.given = given
        self.configuration = configuration
    }

    var faults: [SettingFault] {
        registration + authentication + freshness + policies + tls + sessionKeys + addresses
    }

    private var registration: [SettingFault] {
        guard given.contains(.authority) else {
            return given.contains(.issuer) ? [fault(.issuer, "goes with authority, which is not set")] : []
        }
        return given.contains(.clientId)
            ? [] : [SettingFault(.clientId, "is needed with authority: the client id registered there")]
    }

    private var authentication: [SettingFault] {
        guard let method = given.text(.clientAuthentication).flatMap(ClientAuthenticationMethod.init) else { return [] }
        if method == .none || method == .privateKeyJWT, !given.contains(.authority) {
            return [
                fault(
                    .clientAuthentication,
                    "the development identity provider wants a client_secret; leave clientAuthentication out, or set authority"
                )
            ]
        }
        if method == .privateKeyJWT, !given.contains(.clientKeyFile) {
            return [fault(.clientAuthentication, "private_key_jwt needs clientKeyFile")]
        }
        if method == .clientSecretBasic || method == .clientSecretPost, given.contains(.authority),
            !given.contains(.clientSecret)
        {
            return [fault(.clientAuthentication, "\(method.rawValue) needs clientSecret or clientSecretFile")]
        }
        return []
    }

    /// OpenID Connect Core, section 3.1.2.1: nobody can prove who they are anew without being asked.
    private var freshness: [SettingFault] {
        guard configuration.extraQueryParameters.maximumAge == 0,
            configuration.prompt?.split(separator: " ").contains("none") == true
        else {
            return []
        }
        return [fault(.prompt, "none forbids what max_age=0 in extraQueryParameters demands; leave out one of them")]
    }

    private var policies: [SettingFault] {
        guard given.text(.authority)?.contains(SettingText.policyMark) == true, PolicyNames(given).all.isEmpty else {
            return []
        }
        return [fault(.authority, "has {policy}, but no policy is set, as by emailSignInPolicyId")]
    }

    private var tls: [SettingFault] {
        switch (given.contains(.tlsCertificateFile), given.contains(.tlsKeyFile)) {
        case (true, false): [fault(.tlsCertificateFile, "goes with tlsKeyFile, which is not set")]
        case (false, true): [fault(.tlsKeyFile, "goes with tlsCertificateFile, which is not set")]
        default: []
        }
    }

    private var sessionKeys: [SettingFault] {
        let keys = given.list(.sessionKeys).compactMap { SettingText(text: $0).sessionKey }
        guard let index = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) else { return [] }
        return [fault(.sessionKeys, "key \(index + 1) is there already, further up in the list")]
    }

    private var addresses: [SettingFault] {
        var faults: [SettingFault] = []
        if given.contains(.adminListen) {
            faults.append(fault(.adminListen, "is not part of this version; leave it out"))
        }
        var used: [(name: SettingName, address: ListenAddress)] = []
        if configuration.usesDevelopmentIdentityProvider {
            used.append((.identityListen, configuration.identityListen))
            if !ListenAddressText.isLoopback(configuration.identityListen) {
                faults.append(
                    fault(
                        .identityListen,
                        "\(configuration.identityListen) is no loopback address, and the development identity provider is for this machine alone"
                    ))
            }
        }
        if configuration.usesEmbeddedTasksAPI {
            used.append((.apiListen, configuration.apiListen))
            if !ListenAddressText.isLoopback(configuration.apiListen), !ListenAddressText.isAny(configuration.apiListen)
            {
                faults.append(
                    fault(
                        .apiListen,
                        "\(configuration.apiListen) is no loopback address, and the embedded tasks API serves this machine alone"
                    ))
            }
        }
        for (index, part) in used.enumerated() {
            let taken = [(.listen, configuration.listen)] + used[..<index]
            if let other = taken.first(where: { $0.1 == part.address }) {
                faults.append(
                    fault(
                        part.name, "\(part.address) is that of \(other.0.rawValue) too; give one of them another port"))
            }
        }
        return faults
    }

    private func fault(_ name: SettingName, _ problem: String) -> SettingFault {
        SettingFault(name, problem, from: given.origin(name))
    }
}
