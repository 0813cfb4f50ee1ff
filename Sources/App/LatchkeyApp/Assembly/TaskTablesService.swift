import Logging
import ServiceLifecycle
import TaskCore

/// Makes or updates the tables of tasks as soon as the database can be reached, and checks the rights on them.
///
/// Otherwise a user would wait for it, and a right that is missing would show only then.
struct TaskTablesService: Service {
    private static let interval = Duration.seconds(1)

    let tasks: any TaskStore
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await makeTables() }
        try? await gracefulShutdown()
    }

    /// Tries until it succeeds; each reason for a failure is logged once in a row.
    private func makeTables() async throws {
        var logged: String?
        while true {
            do {
                return try await tasks.check()
            } catch {
                let reason = "\(error)"
                if reason != logged, !Task.isCancelled {
                    logger.error("The tables of tasks can't be used yet.", metadata: ["reason": "\(reason)"])
                }
                logged = reason
            }
            try await Task.sleep(for: Self.interval)
        }
    }
}
