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
struct Reloader: Sendable {
    /// A part that can be replaced while the program runs.
    struct Part: Sendable {
        /// Its name in messages, in the plural.
        let name: String
        /// Replaces the part by what the settings say now.
        let reload: @Sendable (Configuration) async throws -> Void
    }

    let parts: [Part]
    /// Rereads the settings.
    let reread: @Sendable () throws -> Configuration

    /// Reloads all parts.
    ///
    /// - Returns: One line for each part.
    func lines() async -> [String] {
        let configuration: Configuration
        do {
            configuration = try reread()
        } catch {
            let names = parts.map(\.name).joined(separator: ", ")
            return [Self.line("the \(names) stay as they were: \(Self.reason(error))")]
        }
        var lines: [String] = []
        for part in parts {
            do {
                try await part.reload(configuration)
                lines.append(Self.line("the \(part.name) were reloaded"))
            } catch {
                lines.append(Self.line("the \(part.name) stay as they were: \(Self.reason(error))"))
            }
        }
        return lines
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
            Part(name: "client's credentials\(authority.name.map { " at \($0)" } ?? "")") { configuration in
                guard let settings = configuration.authorities.first(where: { $0.name == authority.name }) else {
                    throw StartupError(\.moreAuthorities, "it has no such entry any more; restart latchkey without it")
                }
                try await authority.relyingParty.replaceCredential(settings.clientCredential)
            }
        }
        if let identity {
            parts.append(
                Part(name: "certificate and its key") { configuration in
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
            Part(name: "roots for outgoing calls") { try transport.replaceRoots(caFile: try Endpoints.caFile($0)) })
        return parts
    }
}

/// Reloads secrets, session keys and certificates at each SIGHUP, until the program ends.
struct ReloadAtHangUp: Service {
    let hangUps: UnixSignalsSequence
    let reloader: Reloader

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() {
            await reloader.lines().forEach(StandardStream.error.write)
        }
    }
}
