package import Logging
import Synchronization

/// Everything that is logged, with its metadata.
package final class RecordedLog: Sendable {
    /// One line.
    package struct Entry: Sendable {
        package let level: Logger.Level
        package let message: String
        package let fields: [String: String]
    }

    private let recorded = Mutex<[Entry]>([])

    package init() {}

    /// What was logged so far.
    package var entries: [Entry] { recorded.withLock(\.self) }

    /// The same as lines.
    package var lines: [String] { entries.map { "\($0.level) \($0.message) \($0.fields)" } }

    /// The names of the events so far.
    package var events: [String] { entries.compactMap { $0.fields["event"] } }

    /// A logger that logs here at `trace`.
    package var logger: Logger { logger(metadata: nil) }

    /// A logger that logs here at `trace`, each line with the metadata that is provided for it.
    package func logger(metadata provider: Logger.MetadataProvider?) -> Logger {
        Logger(label: "recorded") { [self] _ in Handler(log: self, metadataProvider: provider) }
    }

    private func record(_ entry: Entry) {
        recorded.withLock { $0.append(entry) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
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
