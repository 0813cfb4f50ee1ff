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
                lines.append(Self.line("the \(part.name) were read anew"))
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
