import Logging
import Synchronization

/// A log that retains the names of the events.
final class EventLog: Sendable {
    private struct Handler: LogHandler {
        let log: EventLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            guard let name = event.metadata?["event"] else { return }
            log.names.withLock { $0.append("\(name)") }
        }
    }

    private let names = Mutex<[String]>([])

    var events: [String] { names.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
}
