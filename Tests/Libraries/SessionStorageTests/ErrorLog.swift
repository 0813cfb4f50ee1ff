import Logging
import Synchronization

/// The errors that are logged, each with its reason.
final class ErrorLog: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    var logger: Logger { Logger(label: "errors") { [self] _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: ErrorLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.recorded.withLock { $0.append("\(event.message) \(event.metadata?["reason"] ?? "")") }
        }
    }
}
