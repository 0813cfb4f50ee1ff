import CurlTransport
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
        for finding in findings { StandardStream.output.write(finding.line) }
        return findings.allSatisfy(\.isGood) ? ExitCode.success : ExitCode.failure
    }

    private static func authority(_ surroundings: Surroundings, _ transport: any HTTPTransport) async throws -> [Finding] {
        guard !surroundings.configuration.usesDevelopmentIdentityProvider else {
            return [.good("authority: the development identity provider runs beside serve")]
        }
        let relyingParty = try surroundings.relyingParty(over: transport)
        return try await AuthorityCheck(surroundings: surroundings, relyingParty: relyingParty).findings()
    }

    private static func api(_ surroundings: Surroundings, _ transport: any HTTPTransport) async throws -> Finding {
        guard !surroundings.configuration.usesEmbeddedTasksAPI else { return .good("taskWebAPI: the tasks API runs beside serve") }
        let url = try surroundings.tasksAPI
        do {
            let answer = try await transport.send(TransportRequest(.get, url, timeout: surroundings.configuration.apiTimeout))
            return switch answer.status.code {
            case 401: .good("taskWebAPI: \(url) is there, and wants a token")
            case 200..<300: .good("taskWebAPI: \(url) is there, but answers without a token; it should say 401")
            default: .fault("taskWebAPI: \(url) answers \(answer.status.code) to a call without a token; it should say 401")
            }
        } catch let error as TransportError {
            return .fault("taskWebAPI: \(url) can't be reached: \(error.description)")
        }
    }
}
