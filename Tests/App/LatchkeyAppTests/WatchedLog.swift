import Logging

/// Calls a function with each entry from `notice` on, and the logger's fields.
struct WatchedLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice
    private let watch: @Sendable (Logger.Metadata, LogEvent) -> Void

    init(_ watch: @escaping @Sendable (Logger.Metadata, LogEvent) -> Void) { self.watch = watch }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { watch(metadata, event) }
}
