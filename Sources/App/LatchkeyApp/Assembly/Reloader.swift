import CurlTransport
import HTTPServer
import HummingbirdOpenIDConnect
import Logging
import OTLPExport
import OpenIDConnect
import SealedCookies
import ServiceLifecycle
import SystemSupport
import TasksWeb
import UnixSignals

/// Reloads secrets, session keys and certificates.
///
/// Sessions go on. A part that can't be read or doesn't fit stays as it was.
actor Reloader {
    /// A part that can be replaced while the program runs.
    struct Part: Sendable {
        /// Its name in messages, in the plural.
        let name: String
        /// The settings that it is made of, by their full names.
        var settings: Set<String> = []
        /// Its certificates and their keys, whose change reloads the part; empty if it is reloaded at SIGHUP alone.
        var certificateFiles: @Sendable (Configuration) -> [PEMFile] = { _ in [] }
        /// Replaces the part as the settings are now.
        let reload: @Sendable (Configuration) async throws -> Void
    }

    /// The result of reloading one part, or of rereading the settings for several.
    struct Outcome: Hashable, Sendable {
        /// The part's name, or the names of all.
        let part: String
        /// Why it stays as it was; `nil` if it was reloaded.
        let problem: String?

        /// The outcome in words.
        var text: String {
            problem.map { "the \(part) stay as they were: \($0)" } ?? "the \(part) were reloaded"
        }
    }

    private let parts: [Part]
    /// Rereads the settings.
    private let reread: @Sendable () throws -> Configuration
    /// The settings that the program has started with.
    private let started: GivenSettings
    /// The settings as they were read last.
    private var configuration: Configuration
    /// By path, the certificate files as they were before they were read.
    private var loaded: [String: FileStamp]
    /// The outcomes of the last reload that failed.
    private var refusals: Set<Outcome> = []

    /// - Parameter configuration: The settings that the program has started with.
    init(parts: [Part], configuration: Configuration, reread: @escaping @Sendable () throws -> Configuration) {
        self.parts = parts
        started = configuration.given
        self.configuration = configuration
        loaded = configuration.certificateFiles.reduce(into: [:]) { $0[$1.path] = $1.stamp }
        self.reread = reread
    }

    /// Reloads all parts.
    ///
    /// - Returns: One outcome for each part, and one for other settings that have changed; or one for all if the
    ///   settings can't be read.
    func reloadAll() async -> [Outcome] { await reload(parts) { self.otherChanges } }

    /// Reloads the parts whose certificate files have changed since they were loaded.
    ///
    /// A part that can't be loaded is tried again at each call, because its files may have been half written.
    ///
    /// - Returns: One outcome for each such part, but none that would repeat the last one.
    func reloadChanged() async -> [Outcome] {
        let changed = parts.filter { part in
            part.certificateFiles(configuration).contains { FileStamp($0.path) != loaded[$0.path] }
        }
        let earlier = refusals
        return await reload(changed).filter { !earlier.contains($0) }
    }

    /// The changed settings that no part reloads.
    private var otherChanges: [Outcome] {
        let names = configuration.given.changes(since: started).subtracting(parts.flatMap(\.settings)).sorted()
        let part = "settings \(names.joined(separator: ", "))"
        return names.isEmpty ? [] : [Outcome(part: part, problem: "restart latchkey to apply their new values")]
    }

    private func reload(_ parts: [Part], others: () -> [Outcome] = { [] }) async -> [Outcome] {
        refusals = []
        guard !parts.isEmpty else { return [] }
        do {
            configuration = try reread()
        } catch {
            return [refusal(of: parts.map(\.name).joined(separator: ", "), error)]
        }
        var outcomes: [Outcome] = []
        for part in parts {
            do {
                try await part.reload(configuration)
                for file in part.certificateFiles(configuration) { loaded[file.path] = file.stamp }
                outcomes.append(Outcome(part: part.name, problem: nil))
            } catch {
                outcomes.append(refusal(of: part.name, error))
            }
        }
        return outcomes + others()
    }

    private func refusal(of names: String, _ error: any Error) -> Outcome {
        let outcome = Outcome(part: names, problem: Self.reason(error))
        refusals.insert(outcome)
        return outcome
    }

    private static func reason(_ error: any Error) -> String {
        (error as? SettingsError).map { $0.errors.map(\.description).joined(separator: "; ") } ?? "\(error)"
    }
}

extension Reloader {
    /// The parts that a reload replaces.
    ///
    /// - Parameters:
    ///   - keysAreNamed: Whether the settings named the session keys at the start.
    ///   - authorities: Without the development identity provider, whose secret is fixed at the start.
    ///   - identity: `nil` for plain HTTP.
    ///   - exporter: `nil` if no traces are recorded.
    static func parts(
        keys: SealingKeyRing, keysAreNamed: Bool, directory: DataDirectory, authorities: [SignInAuthority],
        identity: TLSIdentity?, storage: Storage, transport: CurlClient, exporter: SpanExporter? = nil
    ) -> [Part] {
        var parts = [
            Part(name: "session keys", settings: [Settings.name(\.sessionKeys)]) { configuration in
                guard !keysAreNamed || configuration.sessionKeys != nil else {
                    throw SettingError(
                        \.sessionKeys, "it is no longer set; restart latchkey to use the data directory's keys")
                }
                keys.replace(with: try directory.existingSessionKeys(configuration))
            }
        ]
        parts += authorities.map { authority in
            let settings = { @Sendable (configuration: Configuration) in
                configuration.authorities.first { $0.name == authority.siteName }
            }
            return Part(
                name: "client's credentials\(authority.siteName.map { " at \($0)" } ?? "")",
                settings: credentialSettings(of: authority.siteName),
                certificateFiles: { settings($0)?.certificateFiles ?? [] }
            ) { configuration in
                guard let settings = settings(configuration) else {
                    throw SettingError(\.moreAuthorities, "it has no such entry any more; restart latchkey without it")
                }
                // A credential must not be sent to another authority than that which it is for.
                try Self.demandSameClient(settings, at: authority, in: configuration)
                do throws(OpenIDConnectError) {
                    try await authority.relyingParty.replaceCredential(settings.clientCredential)
                } catch {
                    throw SettingError(unusableCredential: error, of: settings)
                }
            }
        }
        if let identity {
            parts.append(
                Part(
                    name: "certificate and its key",
                    settings: [Settings.name(\.tlsCertificateFile), Settings.name(\.tlsKeyFile)],
                    certificateFiles: { $0.tlsFiles }
                ) { configuration in
                    guard let files = configuration.tls else {
                        throw SettingError(
                            \.tlsCertificateFile, "it is no longer set; restart latchkey for plain HTTP")
                    }
                    do {
                        try identity.replace(certificateFile: files.certificate, keyFile: files.key)
                    } catch {
                        throw SettingError(unusableCertificate: error)
                    }
                })
        }
        if storage.hasCredentials {
            parts.append(
                Part(name: "database's credentials", settings: [Settings.name(\.database)]) {
                    try storage.replaceCredentials(with: $0.database)
                })
        }
        parts.append(
            Part(
                name: "roots for outgoing calls", settings: [Settings.name(\.caFile)],
                certificateFiles: { $0.rootFiles }
            ) {
                try transport.replaceRoots(caFile: try $0.checkedRoots())
            })
        if let exporter {
            parts.append(
                Part(name: "header fields of traces", settings: [Settings.name(\.tracesHeadersFile)]) {
                    if let traces = $0.traces { exporter.replaceHeaderFields(with: traces.headerFields) }
                })
        }
        return parts
    }

    /// The settings of an authority's client that are reloaded, or whose change is refused with a reason.
    private static func credentialSettings(of authority: String?) -> Set<String> {
        let prefix = authority.map { "\(Settings.name(\.moreAuthorities)).\($0)." } ?? ""
        return [
            prefix + Settings.name(\.authority), prefix + Settings.name(\.clientId),
            prefix + Settings.name(\.clientSecret), prefix + Settings.name(\.clientKeyFile),
            prefix + Settings.name(\.clientCertificateFile), prefix + Settings.name(\.clientAssertionFile),
        ]
    }

    /// Refuses settings whose authority or client isn't the one of the start.
    private static func demandSameClient(
        _ settings: AuthoritySettings, at authority: SignInAuthority, in configuration: Configuration
    ) throws {
        let client = authority.relyingParty.configuration
        guard try configuration.makeAuthority(settings).text == client.authority.text else {
            throw SettingError(settings.fullName(\.authority), "it has changed; restart latchkey")
        }
        guard settings.registeredID == client.clientID else {
            throw SettingError(settings.fullName(\.clientId), "it has changed; restart latchkey")
        }
    }
}

/// Reloads secrets, session keys and certificates at each SIGHUP, and certificates when their files change, until the
/// program ends.
struct ReloadService: Service {
    /// The time between two looks at the certificate files.
    private static let interval = Duration.seconds(5)

    let hangUps: UnixSignalsSequence
    let reloader: Reloader
    let logger: Logger

    func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in hangUps.cancelOnGracefulShutdown() {
                    await reloader.reloadAll().forEach(log)
                }
            }
            group.addTask {
                while await !isShutDown(within: Self.interval) {
                    await reloader.reloadChanged().forEach(log)
                }
            }
        }
    }

    private func log(_ outcome: Reloader.Outcome) {
        let event = outcome.problem == nil ? ProgramEvent.reload : .reloadFailed
        event.log(to: logger, outcome.text, ["part": "\(outcome.part)"])
    }

    private func isShutDown(within time: Duration) async -> Bool {
        await cancelWhenGracefulShutdown { (try? await Task.sleep(for: time)) == nil }
    }
}
