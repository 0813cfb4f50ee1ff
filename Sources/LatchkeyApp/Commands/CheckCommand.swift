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
        var findings = [ReplyURLCheck(configuration: configuration).finding]
        findings += await ListenCheck(configuration: configuration).findings()
        findings += FileCheck(configuration: configuration).findings()
        findings += Warnings(configuration: configuration).findings
        findings += await DatabaseServerCheck(configuration: configuration).findings()

        let surroundings = Surroundings(configuration: configuration, developmentSecret: "")
        if let unmatched = try await UnmatchedTasksCheck(surroundings: surroundings).finding() {
            findings.append(unmatched)
        }
        let transport = try Surroundings.transport(configuration)
        do {
            let relyingParty = try surroundings.relyingParty(over: transport)
            findings += try await AuthorityCheck(surroundings: surroundings, relyingParty: relyingParty).findings()
            findings.append(try await TasksAPICheck(surroundings: surroundings, transport: transport).finding())
        } catch {
            await transport.shutDown()
            throw error
        }
        await transport.shutDown()
        return findings
    }
}
