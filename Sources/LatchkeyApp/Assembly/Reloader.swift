import CurlTransport
import OpenIDConnect
import SealedCookies
import ServiceLifecycle
import TasksWeb
import UnixSignals
import WebServing

/// Reloads secrets, session keys and certificates.
///
/// Sessions go on. A part that can't be read or doesn't fit stays as it was, with one line that says so.
actor Reloader {
    /// A part that can be replaced while the program runs.
    struct Part: Sendable {
        /// Its name in messages, in the plural.
        let name: String
        /// Its certificates and their keys, whose change reloads the part; empty if it is reloaded at SIGHUP alone.
        var certificateFiles: @Sendable (Configuration) -> [String] = { _ in [] }
        /// Replaces the part by what the settings say now.
        let reload: @Sendable (Configuration) async throws -> Void
    }

    private let parts: [Part]
    /// Rereads the settings.
    private let reread: @Sendable () throws -> Configuration
    /// The settings as they were read last.
    private var configuration: Configuration
    /// The certificate files as they were before they were loaded.
    private var loaded: [String: FileStamp]
    /// The lines about what could not be reloaded last.
    private var refusals: Set<String> = []

    /// - Parameters:
    ///   - configuration: The settings that the program has started with.
    ///   - loaded: The certificate files that it has started with.
    init(
        parts: [Part], configuration: Configuration, loaded: [String: FileStamp] = [:],
        reread: @escaping @Sendable () throws -> Configuration
    ) {
        self.parts = parts
        self.configuration = configuration
        self.loaded = loaded
        self.reread = reread
    }

    /// Reloads all parts.
    ///
    /// - Returns: One line for each part.
    func reloadAll() async -> [String] { await reload(parts) }

    /// Reloads the parts whose certificate files have changed since they were loaded.
    ///
    /// What can't be loaded is tried again at each call, because its files may have been half written.
    ///
    /// - Returns: One line for each such part, but none that would repeat the last one.
    func reloadChanged() async -> [String] {
        let changed = parts.filter { part in
            part.certificateFiles(configuration).contains { FileStamp($0) != loaded[$0] }
        }
        let earlier = refusals
        return await reload(changed).filter { !earlier.contains($0) }
    }

    private func reload(_ parts: [Part]) async -> [String] {
        refusals = []
        guard !parts.isEmpty else { return [] }
        // Stamped before they are read, so that a change in between is noticed the next time.
        let stamps = FileStamp.of(parts.flatMap { $0.certificateFiles(configuration) })
        do {
            configuration = try reread()
        } catch {
            return [refusal(of: parts.map(\.name).joined(separator: ", "), error)]
        }
        var lines: [String] = []
        for part in parts {
            let files = part.certificateFiles(configuration).map { ($0, stamps[$0] ?? FileStamp($0)) }
            do {
                try await part.reload(configuration)
                for (path, stamp) in files { loaded[path] = stamp }
                lines.append(Self.line("the \(part.name) were reloaded"))
            } catch {
                lines.append(refusal(of: part.name, error))
            }
        }
        return lines
    }

    private func refusal(of names: String, _ error: any Error) -> String {
        let line = Self.line("the \(names) stay as they were: \(Self.reason(error))")
        refusals.insert(line)
        return line
    }

    private static func line(_ text: String) -> String { PrintableText.line("latchkey: \(text)") }

    private static func reason(_ error: any Error) -> String {
        (error as? SettingsError).map { $0.errors.map(\.description).joined(separator: "; ") } ?? "\(error)"
    }
}

extension Reloader {
    /// The parts that a reload replaces.
    ///
    /// - Parameters:
    ///   - authorities: Without the development identity provider, whose secret is fixed at the start.
    ///   - identity: `nil` for plain HTTP.
    static func parts(
        keys: SealingKeyRing, directory: DataDirectory, authorities: [SiteAuthority], identity: TLSIdentity?,
        storage: Storage, transport: CurlClient
    ) -> [Part] {
        var parts = [Part(name: "session keys") { keys.replace(with: try directory.existingSessionKeys($0)) }]
        parts += authorities.map { authority in
            let settings = { @Sendable (configuration: Configuration) in
                configuration.authorities.first { $0.name == authority.name }
            }
            return Part(
                name: "client's credentials\(authority.name.map { " at \($0)" } ?? "")",
                certificateFiles: { settings($0)?.certificateFiles ?? [] }
            ) { configuration in
                guard let settings = settings(configuration) else {
                    throw StartupError(\.moreAuthorities, "it has no such entry any more; restart latchkey without it")
                }
                try await authority.relyingParty.replaceCredential(settings.clientCredential)
            }
        }
        if let identity {
            parts.append(
                Part(name: "certificate and its key", certificateFiles: { $0.tlsFiles }) { configuration in
                    guard let files = configuration.tls else {
                        throw StartupError(
                            \.tlsCertificateFile, "it is no longer set; restart latchkey for plain HTTP")
                    }
                    do {
                        try identity.replace(certificateFile: files.certificate, keyFile: files.key)
                    } catch {
                        throw StartupError(unusableCertificate: error)
                    }
                })
        }
        if storage.hasCredentials {
            parts.append(Part(name: "database's credentials") { try storage.replaceCredentials(with: $0.database) })
        }
        parts.append(
            Part(name: "roots for outgoing calls", certificateFiles: { $0.rootFiles }) {
                try transport.replaceRoots(caFile: try Endpoints.caFile($0))
            })
        return parts
    }
}

/// Reloads secrets, session keys and certificates at each SIGHUP, and certificates when their files change, until the
/// program ends.
struct ReloadService: Service {
    /// The time between two looks at the certificate files.
    private static let interval = Duration.seconds(5)

    let hangUps: UnixSignalsSequence
    let reloader: Reloader

    func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in hangUps.cancelOnGracefulShutdown() {
                    await reloader.reloadAll().forEach(StandardStream.error.write)
                }
            }
            group.addTask {
                while await !isShutDown(within: Self.interval) {
                    await reloader.reloadChanged().forEach(StandardStream.error.write)
                }
            }
        }
    }

    private func isShutDown(within time: Duration) async -> Bool {
        await cancelWhenGracefulShutdown { (try? await Task.sleep(for: time)) == nil }
    }
}
