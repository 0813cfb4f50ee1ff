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
        findings += await ListenCheck(configuration: configuration).findings()
        findings += FileCheck(configuration: configuration).findings()
        findings += Warnings(configuration: configuration).findings
        let endpoints = Endpoints(configuration: configuration, developmentSecret: "")
        findings += await DatabaseCheck(endpoints: endpoints).findings()

        let transport = try Endpoints.transport(configuration)
        do {
            let relyingParty = try endpoints.relyingParty(over: transport)
            findings += try await AuthorityCheck(endpoints: endpoints, relyingParty: relyingParty).findings()
            findings.append(try await TasksAPICheck(endpoints: endpoints, transport: transport).finding())
        } catch {
            await transport.shutDown()
            throw error
        }
        await transport.shutDown()
        return findings
    }
}
