import HTTPTransport
import OpenIDConnect

/// Asks the authority what it says of itself, for each policy, and holds the settings against it.
struct AuthorityCheck {
    /// By how many seconds clocks may differ; with more, good tokens look expired or not yet valid.
    private static let allowedClockDifference = 60.0

    let surroundings: Surroundings
    let relyingParty: RelyingParty

    func findings() async throws -> [Finding] {
        var findings: [Finding] = []
        for policy in surroundings.configuration.policies.asked {
            let subject = policy.map { "authority, policy \($0)" } ?? "authority"
            let url = try surroundings.authority.metadataURL(policy: policy)
            do {
                findings += Self.findings(try await relyingParty.inspect(policy: policy), subject, url: url.description)
            } catch {
                findings.append(.fault("\(subject): \(error.description) (\(url))"))
            }
        }
        return findings
    }

    private static func findings(_ found: ProviderFindings, _ subject: String, url: String) -> [Finding] {
        var findings = [Finding.good("\(subject): the metadata at \(url) is there and fits; the issuer is \(found.issuer)")]
        if found.usableKeys == 0 {
            findings.append(.fault("\(subject): it publishes no key that could verify an ID token here"))
        }
        if let offered = found.offeredClientAuthentication, !offered.contains(found.clientAuthentication.rawValue),
            found.clientAuthentication != .none
        {
            findings.append(
                .fault(
                    "clientAuthentication: \(subject) offers \(offered.joined(separator: ", ")), not \(found.clientAuthentication.rawValue)"
                ))
        }
        if let difference = found.clockDifference, abs(difference) > allowedClockDifference {
            let seconds = Int(abs(difference).rounded())
            findings.append(
                .fault("\(subject): its clock is \(seconds) s \(difference > 0 ? "ahead of" : "behind") this machine's; set the clock"))
        }
        return findings
    }
}
