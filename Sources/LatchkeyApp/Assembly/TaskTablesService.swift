import Logging
import ServiceLifecycle
import TaskCore

/// Makes or updates the tables of tasks as soon as the database can be reached.
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

    /// Tries until it succeeds; the first failure is logged.
    private func makeTables() async throws {
        var isLogged = false
        while true {
            do {
                return try await tasks.check()
            } catch {
                if !isLogged, !Task.isCancelled {
                    logger.error("The tables of tasks can't be used yet.", metadata: ["reason": "\(error)"])
                }
                isLogged = true
            }
            try await Task.sleep(for: Self.interval)
        }
    }
}
