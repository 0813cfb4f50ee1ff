import HTTPTransport
import OpenIDConnect

/// What is no fault, but most likely not what was meant.
struct SettingNotices {
    let given: GivenSettings

    init(_ given: GivenSettings) { self.given = given }

    var lines: [String] {
        let unused = [
            unused(.identityListen, because: .authority), unused(.apiListen, because: .taskWebAPI),
            unused(.apiAudience, because: .taskWebAPI),
        ]
        return ([sampleNames, plainReplyURL] + unused).compactMap(\.self) + credentials
    }

    /// Whoever serves HTTPS and has browsers come back by plain HTTP gets sign-ins that never end.
    private var plainReplyURL: String? {
        guard given.contains(.tlsCertificateFile), given.value(.redirectUri)?.url?.scheme == .http else { return nil }
        return
            "redirectUri is plain http although tlsCertificateFile is set: browsers would come back by http, and cookies aren't Secure"
    }

    /// One line for all that the iOS sample's file has and we have no use for.
    private var sampleNames: String? {
        var parts: [String] = []
        if !given.ignored.isEmpty {
            parts.append("\(given.ignored.map(\.rawValue).joined(separator: " and ")) ignored")
        }
        if given.hasURNRedirect { parts.append("redirectUri counts as not given where it is a urn:") }
        return parts.isEmpty ? nil : "settings: " + parts.joined(separator: "; ")
    }

    private func unused(_ name: SettingName, because other: SettingName) -> String? {
        given.contains(name) && given.contains(other)
            ? "\(name.rawValue) has no effect where \(other.rawValue) is set" : nil
    }

    private var credentials: [String] {
        guard let method = given.text(.clientAuthentication).flatMap(ClientAuthenticationMethod.init) else { return [] }
        let needless: [(SettingName, Bool)] = [
            (.clientSecret, method != .clientSecretBasic && method != .clientSecretPost),
            (.clientKeyFile, method != .privateKeyJWT),
        ]
        return needless.filter { $0.1 && given.contains($0.0) }
            .map { "\($0.0.rawValue) has no effect where clientAuthentication is \(method.rawValue)" }
    }
}
