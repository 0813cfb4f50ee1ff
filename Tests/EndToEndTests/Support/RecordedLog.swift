import Logging
import Synchronization

/// Everything that is logged, at any level, with its metadata.
final class RecordedLog: Sendable {
    private let recorded = Mutex<[String]>([])

    /// The lines so far.
    var lines: [String] { recorded.withLock { $0 } }

    /// A logger that logs here at `trace`.
    var logger: Logger { Logger(label: "recorded") { [self] _ in Handler(log: self) } }

    private func record(_ line: String) {
        recorded.withLock { $0.append(line) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            log.record("\(event.level) \(event.message) \(all)")
        }
    }
}
