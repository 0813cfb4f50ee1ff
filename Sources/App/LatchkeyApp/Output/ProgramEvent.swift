import Logging

/// An event of the program that the log has under a name that doesn't change.
///
/// `docs/observability/events.md` describes each.
enum ProgramEvent: String, CaseIterable, Sendable {
    case start, stop, reload
    case reloadFailed = "reload_failed"
    case tracesFailed = "traces_failed"
    case tracesRecovered = "traces_recovered"

    var level: Logger.Level {
        switch self {
        case .start, .stop, .reload, .tracesRecovered: .notice
        case .reloadFailed: .error
        case .tracesFailed: .warning
        }
    }

    func log(to logger: Logger, _ message: String, _ fields: Logger.Metadata = [:]) {
        logger.log(level: level, "\(message)", metadata: fields.merging(["event": "\(rawValue)"]) { $1 })
    }
}
