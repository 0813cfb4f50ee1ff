package import Logging

/// An event of access tokens that the log has under a name that doesn't change.
///
/// `docs/observability/events.md` describes each.
package enum TokenEvent: String, CaseIterable, Sendable {
    case refused = "access_token_refused"
    case notVerified = "access_token_not_verified"

    package var level: Logger.Level {
        switch self {
        case .refused: .notice
        case .notVerified: .warning
        }
    }

    func log(to logger: Logger, reason: String) {
        logger.log(
            level: level, self == .refused ? "token refused" : "token not verified",
            metadata: ["event": "\(rawValue)", "reason": "\(reason)"])
    }
}
