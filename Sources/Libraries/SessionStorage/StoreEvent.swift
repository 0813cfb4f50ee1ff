package import Logging

/// An event of a store that the log has under a name that doesn't change.
///
/// `docs/observability/events.md` describes each.
package enum StoreEvent: String, CaseIterable, Sendable {
    case storeUnreachable = "session_store_unreachable"
    case storeReachable = "session_store_reachable"
    case databaseUnreachable = "database_unreachable"
    case databaseReachable = "database_reachable"

    package var level: Logger.Level {
        switch self {
        case .storeUnreachable, .databaseUnreachable: .error
        case .storeReachable, .databaseReachable: .notice
        }
    }

    var message: Logger.Message {
        switch self {
        case .storeUnreachable: "The store of sessions can't be reached or written; trying again each second."
        case .storeReachable: "The store of sessions can be written again."
        case .databaseUnreachable: "The database can't be reached or written."
        case .databaseReachable: "The database is back."
        }
    }

    package func log(to logger: Logger, reason: (any Error)? = nil) {
        var metadata: Logger.Metadata = ["event": "\(rawValue)"]
        metadata["reason"] = reason.map { "\($0)" }
        logger.log(level: level, message, metadata: metadata)
    }
}
