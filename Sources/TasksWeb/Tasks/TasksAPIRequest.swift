import Encodings
import HTTPTransport
import HTTPTypes

/// Builds the calls of the tasks API.
///
/// Building a call is pure; sending it is the client's.
struct TasksAPIRequest: Sendable {
    let base: HTTPURL
    let timeout: Duration

    /// The most bytes that a list may have.
    static let maximumResponseBytes = 8 << 20

    func list(filter: TaskFilter, after: String?) -> TransportRequest {
        var query = FormBody([("limit", "\(TaskList.pageSize)")])
        query.append("completed", filter.completed.map { "\($0)" })
        query.append("after", after)
        return request(.get, base.appending(query: query))
    }

    /// The task alone, which pages can do without: it may not take long.
    func task(_ id: String) -> TransportRequest {
        var request = request(.get, base.appending(pathSegments: [id]))
        request.timeout = min(timeout, .seconds(2))
        return request
    }

    func add(_ text: String) -> TransportRequest {
        request(.post, base, json: ["task": .string(text)])
    }

    func change(_ id: String, text: String?, completed: Bool?) -> TransportRequest {
        var object = JSONObject()
        if let text { object.members.append(.init("task", .string(text))) }
        if let completed { object.members.append(.init("completed", .bool(completed))) }
        return request(.patch, base.appending(pathSegments: [id]), json: object)
    }

    func delete(_ id: String) -> TransportRequest {
        request(.delete, base.appending(pathSegments: [id]))
    }

    func delete(named text: String) -> TransportRequest {
        request(.delete, base, json: ["task": .string(text)])
    }

    func changeAll(completed: Bool) -> TransportRequest {
        request(.patch, base, json: ["completed": .bool(completed)])
    }

    func deleteCompleted() -> TransportRequest {
        request(.delete, base.appending(query: FormBody([("completed", "true")])))
    }

    private func request(_ method: HTTPRequest.Method, _ url: HTTPURL, json: JSONObject? = nil) -> TransportRequest {
        let body = json.map { Array(JSONValue.object($0).text.utf8) }
        var fields: HTTPFields = [:]
        if body != nil { fields[.contentType] = "application/json" }
        return TransportRequest(
            method, url, headerFields: fields, body: body, timeout: timeout,
            maximumResponseBytes: Self.maximumResponseBytes)
    }
}
