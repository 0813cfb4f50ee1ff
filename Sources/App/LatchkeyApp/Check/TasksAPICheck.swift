import HTTPTransport
import HTTPTypes

/// Calls the tasks API without a token, which it has to refuse.
struct TasksAPICheck {
    let configuration: Configuration
    let scope: CheckScope
    let transport: any Transport

    func finding() async throws -> Finding? {
        guard !configuration.usesEmbeddedTasksAPI else { return .good(\.taskWebAPI, "serve runs the tasks API") }
        guard scope == .everything else { return nil }
        let url = try configuration.tasksAPI
        do {
            let response = try await transport.send(TransportRequest(.get, url, timeout: configuration.apiTimeout))
            let status = response.status.code
            return switch status {
            case 401: .good(\.taskWebAPI, "\(url) is there, and wants a token")
            case 200..<300:
                .fault(
                    \.taskWebAPI, "\(url) accepts requests without a token (\(status)); it should respond with 401")
            default:
                .fault(
                    \.taskWebAPI,
                    "\(url) responds with \(status) to a request without a token; it should respond with 401")
            }
        } catch let error as TransportError {
            return .fault(\.taskWebAPI, "\(url) can't be reached: \(error.description)")
        }
    }
}
