import CurlTransport
import DevelopmentIdentityProvider
import HTTPTransport
import HTTPTypes
import OpenIDConnect

/// `latchkey check`: tries what the settings name, and says what it finds, one line each.
enum CheckCommand {
    static func run(_ configuration: Configuration) async throws -> Int32 {
        configuration.notices.forEach(StandardStream.output.write)
        let transport = try Surroundings.transport(configuration)
        let surroundings = Surroundings(configuration: configuration, developmentSecret: "")
        let findings = try await authority(surroundings, transport) + [try await api(surroundings, transport)]
        await transport.shutDown()
        for finding in findings {
            StandardStream.output.write(PrintableText.line("\(finding.isGood ? "good" : "FAULT") \(finding.text)"))
        }
        return findings.allSatisfy(\.isGood) ? ExitCode.success : ExitCode.failure
    }

    /// One thing that was tried.
    private struct Finding {
        let isGood: Bool
        let text: String
    }

    private static func authority(_ surroundings: Surroundings, _ transport: any HTTPTransport) async throws -> [Finding] {
        guard !surroundings.configuration.usesDevelopmentIdentityProvider else {
            return [Finding(isGood: true, text: "authority: the development identity provider runs beside serve")]
        }
        let relyingParty = try surroundings.relyingParty(over: transport)
        let policies = surroundings.configuration.policies.all
        var findings: [Finding] = []
        for policy in policies.isEmpty ? [nil] : policies.map(Optional.some) {
            let url = try surroundings.authority.metadataURL(policy: policy)
            let subject = policy.map { "authority, policy \($0)" } ?? "authority"
            do {
                try await relyingParty.checkReadiness(policy: policy)
                findings.append(Finding(isGood: true, text: "\(subject): the metadata at \(url) is there and fits"))
            } catch {
                findings.append(Finding(isGood: false, text: "\(subject): \(error.description) (\(url))"))
            }
        }
        return findings
    }

    private static func api(_ surroundings: Surroundings, _ transport: any HTTPTransport) async throws -> Finding {
        guard !surroundings.configuration.usesEmbeddedTasksAPI else {
            return Finding(isGood: true, text: "taskWebAPI: the tasks API runs beside serve")
        }
        let url = try surroundings.tasksAPI
        do {
            let answer = try await transport.send(TransportRequest(.get, url, timeout: surroundings.configuration.apiTimeout))
            return switch answer.status.code {
            case 401: Finding(isGood: true, text: "taskWebAPI: \(url) is there, and wants a token")
            case 200..<300: Finding(isGood: true, text: "taskWebAPI: \(url) is there, but answers without a token; it should say 401")
            default:
                Finding(
                    isGood: false, text: "taskWebAPI: \(url) answers \(answer.status.code) to a call without a token; it should say 401")
            }
        } catch let error as TransportError {
            return Finding(isGood: false, text: "taskWebAPI: \(url) can't be reached: \(error.description)")
        }
    }
}
