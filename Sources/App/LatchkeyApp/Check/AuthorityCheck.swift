import FoundationEssentials
import HTTPTransport
import OpenIDConnect
import TasksWeb

/// Compares the settings with the authority's metadata, for each policy.
struct AuthorityCheck {
    /// By how many seconds clocks may differ; with more, good tokens look expired or not yet valid.
    private static let allowedClockDifference = 60.0

    let settings: AuthoritySettings
    let relyingParty: RelyingParty
    var scope = CheckScope.everything

    func findings() async -> [Finding] {
        guard !settings.isDevelopmentIdentityProvider else {
            return [.good(\.authority, "serve runs the development identity provider")]
        }
        let credential = CredentialCheck(settings: settings, relyingParty: relyingParty, now: Date(), scope: scope)
        var findings = [credential.certificate].compactMap(\.self)
        if let fault = await credential.fault() { return findings + [fault] }
        guard scope == .everything else { return findings }
        var isCredentialTried = false
        for policy in settings.policies.requested {
            let place = policy.map { "policy \($0)" } ?? "its metadata"
            let url = relyingParty.configuration.authority.metadataURL(policy: policy)
            do throws(OpenIDConnectError) {
                let found = try await relyingParty.inspect(policy: policy)
                findings += self.findings(found, place, url: url.description)
                findings += found.assertion.map(credential.findings) ?? []
                // One request shows it for all policies.
                guard !isCredentialTried, found.offersClientAuthentication else { continue }
                isCredentialTried = true
                let verdict = try await credential.verdict(policy: policy)
                findings += [verdict].compactMap(\.self)
                // A refused credential would be refused there once more.
                guard verdict?.isGood ?? true else { continue }
                findings += await pushedRequestFindings(policy: policy)
            } catch  where settings.pushedRequests == .never && error.kind == .configuration(.pushedRequests) {
                let words = "\(error.description); write auto or always"
                findings.append(Finding(.wrongSetting, Settings.name(\.pushedRequests), words))
            } catch {
                // The description of a failed call starts with its address.
                let address = error.description.hasPrefix("http") ? "" : " at \(url)"
                let words = "\(place)\(address): \(error.description)\(advice(error))"
                findings.append(.fault(SettingError(setting(of: error), words)))
            }
        }
        // One line for a problem that all policies share.
        return findings.reduce(into: []) { unique, next in if !unique.contains(next) { unique.append(next) } }
    }

    /// Findings about the authority's response to a pushed authorization request.
    ///
    /// Empty if the authority accepts it, or none is pushed.
    private func pushedRequestFindings(policy: String?) async -> [Finding] {
        func fault(_ error: OpenIDConnectError) -> Finding {
            // Many providers say only in words which parameter they refuse.
            let isAboutRedirect = error.description.contains("redirect_uri")
            return .fault(
                SettingError(
                    isAboutRedirect ? Settings.name(\.redirectUri) : setting(of: error),
                    "no authorization request can be pushed: \(error.description)\(advice(error))"))
        }
        do throws(OpenIDConnectError) {
            guard let refusal = try await relyingParty.checkPushedRequest(policy: policy) else { return [] }
            // The plain request has the same redirect URI, which the authority will refuse as well.
            if refusal.description.contains("redirect_uri") { return [fault(refusal)] }
            let words = "so the plain request is sent; set never to leave out the attempt, or always to make it a fault"
            return [.warning(\.pushedRequests, "\(refusal.description), \(words)")]
        } catch {
            return [fault(error)]
        }
    }

    private func findings(_ found: ProviderFindings, _ place: String, url: String) -> [Finding] {
        var findings = [
            Finding.good(\.authority, "\(place) at \(url) is there and fits; the issuer is \(found.issuer)")
        ]
        let unusable = found.unusableKeys.map { " (\($0))" } ?? ""
        if found.usableKeys == 0 {
            let words = "\(place) publishes no key that could verify an ID token here\(unusable)"
            findings.append(.fault(\.authority, words))
        } else if !unusable.isEmpty {
            let words = "some keys can't be used, so ID tokens signed with them are refused\(unusable)"
            findings.append(.warning(\.authority, words))
        }
        findings += found.mismatches.map { .fault(\.authority, "no user can sign in: its \($0)") }
        if let offered = found.offeredClientAuthentication, !found.offersClientAuthentication {
            let words =
                "the authority offers \(offered.joined(separator: ", ")), not \(found.clientAuthentication.rawValue)"
            let isForWantOfCredential =
                found.clientAuthentication == .publicClient && settings.clientAuthentication == nil
            findings.append(
                .fault(
                    \.clientAuthentication,
                    isForWantOfCredential ? "\(words); set clientSecret, clientKeyFile or clientAssertionFile" : words))
        }
        if let modes = found.responseModes, !modes.contains(settings.responseMode.rawValue) {
            findings.append(
                .fault(
                    \.responseMode,
                    "the authority offers \(modes.joined(separator: ", ")), not \(settings.responseMode.rawValue)")
            )
        }
        if let difference = found.clockDifference, abs(difference) > Self.allowedClockDifference {
            let seconds = Int(min(abs(difference), 1e12).rounded())
            findings.append(
                .fault(
                    \.authority,
                    "its clock is \(seconds) s \(difference > 0 ? "ahead of" : "behind") this machine's; set the clock")
            )
        }
        return findings + peculiarities(found)
    }

    /// Findings that the standards allow and operators may not expect.
    private func peculiarities(_ found: ProviderFindings) -> [Finding] {
        var findings: [Finding] = []
        if found.endSessionEndpoint == nil {
            findings.append(
                .good(\.authority, "it has no end_session_endpoint, so signing out ends the session here alone"))
        }
        guard let published = found.scopes, settings.policies.requested == [nil] else { return findings }
        for (scope, sign) in [("profile", "names are missing"), ("offline_access", "no refresh token comes")]
        where !published.contains(scope) && !relyingParty.configuration.scopes.contains(scope) {
            let words = "the authority publishes no \(scope) as a scope, so it isn't requested; add it if \(sign)"
            findings.append(.good(\.scopes, words))
        }
        return findings
    }

    /// The name of the setting to fix.
    private func setting(of error: OpenIDConnectError) -> String {
        switch error.kind {
        case .configuration(let fault): fault.setting
        case .metadataMismatch where settings.issuer != nil: Settings.name(\.issuer)
        default: Settings.name(\.authority)
        }
    }

    private func advice(_ error: OpenIDConnectError) -> String {
        switch error.kind {
        case .metadataMismatch
        where settings.issuer == nil && relyingParty.configuration.authority.isExternalIDWithoutGUID:
            "; write the tenant's GUID in place of its domain name in authority, or set issuer to that one"
        case .metadataMismatch where settings.issuer == nil:
            "; correct authority, or set issuer if that one is right"
        case .metadataMismatch: "; correct issuer"
        case .providerTimedOut: "; raise authorityTimeout if it is that slow"
        default: ""
        }
    }
}
