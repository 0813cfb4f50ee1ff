import Foundation
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect

/// A task, as the API and the page's forms have it.
struct TaskItem: Codable {
    let task: String
}

/// The signed-in user's tasks at the API.
struct TaskList {
    let url: HTTPURL
    /// Adds the user's access token to each request.
    let transport: BearerTransport

    func getTaskList() async throws -> [TaskItem] {
        try JSONDecoder().decode([TaskItem].self, from: Data(try await send(.get)))
    }

    func addTask(_ item: TaskItem) async throws {
        _ = try await send(.post, item)
    }

    func deleteTask(_ item: TaskItem) async throws {
        _ = try await send(.delete, item)
    }

    private func send(_ method: HTTPRequest.Method, _ item: TaskItem? = nil) async throws -> [UInt8] {
        let body = try item.map { Array(try JSONEncoder().encode($0)) }
        let response: TransportResponse
        do {
            response = try await transport.send(
                TransportRequest(method, url, headerFields: [.contentType: "application/json"], body: body))
        } catch is TransportError {
            throw HTTPError(.badGateway, message: "The tasks API can't be reached.")
        }
        switch response.status {
        case .ok, .created, .noContent: return response.body
        case .unprocessableContent: throw HTTPError(.unprocessableContent, message: "This can't be a task.")
        case .notFound where method == .delete: throw HTTPError(.notFound, message: "There is no such task any more.")
        default: throw HTTPError(.badGateway, message: "The tasks API responded with status \(response.status.code).")
        }
    }
}
