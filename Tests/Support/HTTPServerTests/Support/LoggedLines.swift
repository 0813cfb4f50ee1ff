import Logging
import Synchronization

/// Stores the metadata of what is logged.
final class LoggedLines: Sendable {
    let all = Mutex<[Logger.Metadata]>([])

    /// A logger of all levels.
    var logger: Logger { Logger(label: "log") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LoggedLines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.all.withLock { $0.append(event.metadata ?? [:]) }
        }
    }
}
