import Logging
import Synchronization
import TasksWeb

/// Everything that is logged, at any level, with its metadata.
final class RecordedLog: Sendable {
    /// What one line has.
    struct Entry: Sendable {
        let level: Logger.Level
        let message: String
        let fields: [String: String]
    }

    private let recorded = Mutex<[Entry]>([])

    /// What was logged so far.
    var entries: [Entry] { recorded.withLock { $0 } }

    /// The same as lines.
    var lines: [String] { entries.map { "\($0.level) \($0.message) \($0.fields)" } }

    /// A logger that logs here at `trace`, with the identifiers of the request.
    var logger: Logger { Logger(label: "recorded") { [self] _ in Handler(log: self) } }

    private func record(_ entry: Entry) {
        recorded.withLock { $0.append(entry) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider? = Correlation.metadata
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            log.record(Entry(level: event.level, message: "\(event.message)", fields: all.mapValues { "\($0)" }))
        }
    }
}
