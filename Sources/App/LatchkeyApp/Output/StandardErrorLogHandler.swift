import FoundationEssentials
import Logging
import TasksWeb

/// Writes the log to standard error, a line an entry.
struct StandardErrorLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let format: LogFormat
    private let write: @Sendable (String) -> Void

    init(
        label: String, level: Logger.Level, format: LogFormat, metadataProvider: Logger.MetadataProvider? = nil,
        write: @escaping @Sendable (String) -> Void = StandardStream.error.write
    ) {
        self.label = label
        logLevel = level
        self.format = format
        self.metadataProvider = metadataProvider
        self.write = write
    }

    /// Makes all loggers of the process write here.
    ///
    /// To be called once.
    static func bootstrap(level: Logger.Level, format: LogFormat) {
        LoggingSystem.bootstrap(
            { StandardErrorLogHandler(label: $0, level: level, format: format, metadataProvider: $1) },
            metadataProvider: Correlation.metadata)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata
        if let provided = metadataProvider?.get() { fields.merge(provided) { $1 } }
        if let own = event.metadata { fields.merge(own) { $1 } }
        if let error = event.error, fields["error"] == nil { fields["error"] = "\(error)" }
        let line = LogLine(
            time: Date(), level: event.level, label: label, message: "\(event.message)", metadata: fields)
        write(format == .json ? line.json : line.text)
    }
}
