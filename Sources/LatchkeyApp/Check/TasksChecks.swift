import HTTPTransport
import HTTPTypes
import Logging
import OpenIDConnect
import TaskStorage

/// Calls the tasks API without a token, which it has to refuse.
struct TasksAPICheck {
    let endpoints: Endpoints
    let transport: any Transport

    func finding() async throws -> Finding {
        let configuration = endpoints.configuration
        guard !configuration.usesEmbeddedTasksAPI else { return .good(\.taskWebAPI, "the tasks API runs beside serve") }
        let url = try endpoints.tasksAPI
        do {
            let response = try await transport.send(TransportRequest(.get, url, timeout: configuration.apiTimeout))
            let status = response.status.code
            return switch status {
            case 401: .good(\.taskWebAPI, "\(url) is there, and wants a token")
            case 200..<300:
                .fault(
                    \.taskWebAPI, "\(url) answers \(status) to anybody, without a token; it should say 401")
            default:
                .fault(
                    \.taskWebAPI, "\(url) answers \(status) to a call without a token; it should say 401")
            }
        } catch let error as TransportError {
            return .fault(\.taskWebAPI, "\(url) can't be reached: \(error.description)")
        }
    }
}

/// Counts the tasks that no user of the authority can see.
///
/// They belong to users of another authority, or an earlier version has stored them for owners that can't be assigned.
struct UnmatchedTasksCheck {
    let endpoints: Endpoints

    func finding() async throws -> Finding? {
        guard endpoints.configuration.usesEmbeddedTasksAPI else { return nil }
        // A database that can't be read has a finding of its own.
        guard let count = try? await count(prefixes: UserKeyRule(try endpoints.authority).prefixes), count > 0 else {
            return nil
        }
        return .warning(
            \.database,
            "\(count) tasks match no user of this authority and are shown to nobody; docs/operations.md says what to do"
        )
    }

    private func count(prefixes: [String]) async throws -> Int {
        switch endpoints.configuration.database {
        case .sqlite(let path):
            try SQLiteInspection(path: path, prefixes: prefixes)?.unmatchedTasks ?? 0
        case .postgreSQL(let url):
            try await PostgreSQLInspection(
                url, prefixes: prefixes, logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
            )
            .unmatchedTasks
        }
    }
}
