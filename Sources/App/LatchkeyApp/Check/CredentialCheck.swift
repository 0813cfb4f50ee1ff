import FoundationEssentials
import NIOSSL
import OpenIDConnect
import TasksWeb

/// Checks the client's credential, here and at the authority.
struct CredentialCheck {
    /// A certificate is to be registered again before so few days are left.
    private static let fewDays = 30

    let settings: AuthoritySettings
    let relyingParty: RelyingParty
    let now: Date
    var scope = CheckScope.everything

    /// Why the client could not authenticate with its key and certificate; nothing is sent.
    func fault() async -> Finding? {
        do throws(OpenIDConnectError) {
            try await relyingParty.replaceCredential(relyingParty.configuration.clientCredential)
            return nil
        } catch {
            return .wrongSetting(SettingError(setting(of: error), "\(error.description); name another"))
        }
    }

    /// When the certificate of the client's key expires.
    var certificate: Finding? {
        guard let file = settings.clientCertificateFile, settings.clientKeyFile != nil,
            let own = try? NIOSSLCertificate.fromPEMBytes(Array(file.contents.value.utf8)).first
        else { return nil }
        return CertificateExpiry(
            name: file.path, certificate: own, fewDays: Self.fewDays,
            fix: "register a new certificate with the authority, and put it and its key in these files", now: now
        ).finding(\.clientCertificateFile, in: scope)
    }

    /// The assertion that would be sent.
    func findings(_ assertion: ClientAssertionFindings) -> [Finding] {
        let audience = assertion.audience.joined(separator: ", ")
        let end = assertion.isForeign ? assertion.expiry.map { ", and expires at \($0.formatted(.iso8601))" } : nil
        let setting = assertion.isForeign ? Settings.name(\.clientAssertionFile) : Settings.name(\.clientKeyFile)
        let words = "the assertion is signed \(assertion.algorithm), for the audience \(audience)\(end ?? "")"
        var findings = [Finding(.good, setting, words)]
        if let offered = assertion.offeredAlgorithms, !assertion.isForeign, !offered.contains(assertion.algorithm) {
            findings.append(
                .warning(
                    \.clientKeyFile,
                    "the authority offers \(offered.joined(separator: ", ")) for assertions, not \(assertion.algorithm)"
                ))
        }
        return findings
    }

    /// Tries the credential with a made-up code.
    func verdict(policy: String?) async throws(OpenIDConnectError) -> Finding? {
        switch try await relyingParty.checkCredential(policy: policy) {
        case nil: nil
        case .accepted: .good(\.clientAuthentication, "the authority accepts the client's credential")
        case .refused(let error):
            .fault(SettingError(setting(of: error), "\(error.description)\(Self.advice(error.providerCode))"))
        case .unclear(let error):
            .warning(
                \.clientAuthentication,
                "whether the authority accepts the client's credential is not known: \(error.description)")
        }
    }

    private func setting(of error: OpenIDConnectError) -> String {
        guard case .configuration(let fault) = error.kind else { return Settings.name(\.clientAuthentication) }
        return fault.setting
    }

    /// The fix of errors whose own words don't have it.
    private static func advice(_ code: String?) -> String {
        switch code {
        case "AADSTS7000215": "; set the secret's value, not its id"
        case "AADSTS7000222": "; the secret has expired: make a new one, and set its value"
        default: "; correct the setting, or register it with the authority"
        }
    }
}
