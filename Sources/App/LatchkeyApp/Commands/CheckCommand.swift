import CurlTransport
import FoundationEssentials
import HTTPTransport
import OpenIDConnect
import TasksWeb

/// `latchkey check`: tries what the settings name, and prints its findings, one line each.
enum CheckCommand {
    /// The time from one repeated check to the next.
    private static let interval = Duration.seconds(60)

    /// - Parameter arguments: The arguments after the command.
    static func run(_ arguments: [String], environment: [String: String]) async throws -> Int32 {
        let options = CheckOptions(arguments)
        let read = { () throws(SettingsError) in
            try ConfigurationReader(commandOptions: CheckOptions.rows.map(\.name)).read(
                arguments: options.settings, environment: environment)
        }
        let configuration = try read()
        var code = configuration.notices.reduce(ExitCode.success) { max($0, Latchkey.printed($1)) }
        if options.repeats {
            try await CheckWatch(
                check: { try await Self.findings(try read(), options.scope) },
                pause: { try await Task.sleep(for: interval) }, now: { Date() }, write: StandardStream.output.write
            ).run()
        }
        let findings = try await findings(configuration, options.scope)
        code = max(code, Latchkey.printed(findings.map(\.line).joined(separator: "\n")))
        return findings.map(\.exitCode).reduce(code, max)
    }

    static func findings(_ configuration: Configuration, _ scope: CheckScope) async throws -> [Finding] {
        // Unusable roots are a finding already; the system's may be enough for all calls.
        guard scope == .everything else { return await findings(configuration, scope, over: NoTransport()) }
        let transport = try CurlClient(caFile: try? configuration.checkedRoots())
        let calls = OutgoingCalls(transport, correlationID: configuration.correlationId)
        let findings = await findings(configuration, scope, over: calls)
        await transport.shutDown()
        return findings
    }

    private static func findings(
        _ configuration: Configuration, _ scope: CheckScope, over transport: any Transport
    ) async -> [Finding] {
        var findings = [RedirectURICheck(configuration: configuration).finding]
        if scope == .everything { findings += ListenCheck(configuration: configuration).findings() }
        findings.append(.good(\.threads, configuration.threadCounts.description))
        findings += FileCheck(configuration: configuration, scope: scope).findings()
        findings += Warnings(configuration: configuration).findings
        findings += await DatabaseCheck(configuration: configuration, scope: scope).findings()
        for settings in configuration.authorities {
            findings += await orFault {
                let relyingParty = try configuration.makeRelyingParty(settings, over: transport)
                let findings =
                    try await AuthorityCheck(settings: settings, relyingParty: relyingParty, scope: scope).findings()
                    + MicrosoftCheck(settings: settings, authority: relyingParty.configuration.authority).findings
                    + SharedUsersCheck(settings: settings, configuration: configuration).findings()
                return findings.map { $0.within(settings.given.prefix) }
            }
        }
        let api = TasksAPICheck(configuration: configuration, scope: scope, transport: transport)
        findings += await orFault { [try await api.finding()].compactMap(\.self) }
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
