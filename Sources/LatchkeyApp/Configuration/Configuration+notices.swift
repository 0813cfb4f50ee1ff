import HTTPTransport
import OpenIDConnect

extension Configuration {
    /// Settings that are valid, but most likely not what the operator meant, a line each.
    var notices: [String] {
        let unused = [
            unused(\.identityListen, because: \.authority), unused(\.apiListen, because: \.taskWebAPI),
            unused(\.apiAudience, because: \.taskWebAPI),
        ]
        return ([sampleNames, plainRedirectURI] + unused).compactMap(\.self) + credentials
    }

    /// With HTTPS here and a redirect URI in plain HTTP, sign-ins would never end.
    private var plainRedirectURI: String? {
        guard given.contains(\.tlsCertificateFile), self.redirectUri?.scheme == .http else { return nil }
        return
            "redirectUri is plain http although tlsCertificateFile is set: browsers would come back by http, and cookies aren't Secure"
    }

    /// One line for all that the iOS sample's file has and that is ignored here.
    private var sampleNames: String? {
        var parts: [String] = []
        if !given.ignored.isEmpty { parts.append("\(given.ignored.joined(separator: " and ")) ignored") }
        if given.hasURNRedirect { parts.append("redirectUri counts as not given where it is a urn:") }
        return parts.isEmpty ? nil : "settings: " + parts.joined(separator: "; ")
    }

    private func unused(
        _ setting: KeyPath<Settings, Setting<some Sendable>>, because other: KeyPath<Settings, Setting<some Sendable>>
    ) -> String? {
        guard given.contains(setting), given.contains(other) else { return nil }
        return "\(Settings.name(setting)) has no effect where \(Settings.name(other)) is set"
    }

    private var credentials: [String] {
        guard let method = self.clientAuthentication else { return [] }
        var needless: [String] = []
        if method != .clientSecretBasic, method != .clientSecretPost, given.contains(\.clientSecret) {
            needless.append("clientSecret")
        }
        if method != .privateKeyJWT, given.contains(\.clientKeyFile) { needless.append("clientKeyFile") }
        return needless.map { "\($0) has no effect where clientAuthentication is \(method.rawValue)" }
    }
}
