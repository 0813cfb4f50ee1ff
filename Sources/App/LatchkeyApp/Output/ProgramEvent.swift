import Logging

/// An event of the program that the log has under a name that doesn't change.
///
/// `docs/observability/events.md` describes each.
enum ProgramEvent: String, CaseIterable, Sendable {
    case start, stop, reload
    case reloadFailed = "reload_failed"

    var level: Logger.Level { self == .reloadFailed ? .error : .notice }

    func log(to logger: Logger, _ message: String, _ fields: Logger.Metadata = [:]) {
        logger.log(level: level, "\(message)", metadata: fields.merging(["event": "\(rawValue)"]) { $1 })
    }
}
