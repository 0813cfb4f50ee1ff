import CurlTransport
import OpenIDConnect

/// `latchkey check`: tries what the settings name, and says what it finds, one line each.
enum CheckCommand {
    static func run(_ configuration: Configuration) async throws -> Int32 {
        configuration.notices.forEach(StandardStream.output.write)
        let findings = try await findings(configuration)
        for finding in findings { StandardStream.output.write(finding.line) }
        return findings.allSatisfy(\.isGood) ? ExitCode.success : ExitCode.failure
    }

    static func findings(_ configuration: Configuration) async throws -> [Finding] {
        var findings = [RedirectURICheck(configuration: configuration).finding]
        findings += ListenCheck(configuration: configuration).findings()
        findings += FileCheck(configuration: configuration).findings()
        findings += Warnings(configuration: configuration).findings
        let endpoints = Endpoints(configuration: configuration, developmentSecret: "")
        findings += await DatabaseCheck(endpoints: endpoints).findings()

        // Roots that can't be used are a finding already; those of the system may do for all that is called.
        let transport = try Endpoints.transport(caFile: try? Endpoints.caFile(configuration))
        for settings in configuration.authorities {
            findings += await orFault {
                let relyingParty = try endpoints.relyingParty(at: settings, over: transport)
                let findings =
                    try await AuthorityCheck(settings: settings, relyingParty: relyingParty).findings()
                    + MicrosoftCheck(settings: settings, authority: relyingParty.configuration.authority).findings
                    + SharedUsersCheck(settings: settings, endpoints: endpoints).findings()
                return findings.map { $0.within(settings.given.prefix) }
            }
        }
        findings += await orFault { [try await TasksAPICheck(endpoints: endpoints, transport: transport).finding()] }
        await transport.shutDown()
        return findings
    }

    /// Findings, or the error that there is in their place, so that the others are listed nevertheless.
    private static func orFault(_ check: () async throws -> [Finding]) async -> [Finding] {
        do {
            return try await check()
        } catch {
            return [Finding(verdict: .fault, text: "\(error)")]
        }
    }
}
