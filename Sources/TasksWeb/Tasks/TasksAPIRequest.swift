import FoundationEssentials
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
        request(.post, base, json: ["task": .text(text)])
    }

    func change(_ id: String, text: String?, completed: Bool?) -> TransportRequest {
        var fields: [String: JSONField] = [:]
        fields["task"] = text.map(JSONField.text)
        fields["completed"] = completed.map(JSONField.boolean)
        return request(.patch, base.appending(pathSegments: [id]), json: fields)
    }

    func delete(_ id: String) -> TransportRequest {
        request(.delete, base.appending(pathSegments: [id]))
    }

    func delete(named text: String) -> TransportRequest {
        request(.delete, base, json: ["task": .text(text)])
    }

    func changeAll(completed: Bool) -> TransportRequest {
        request(.patch, base, json: ["completed": .boolean(completed)])
    }

    func deleteCompleted() -> TransportRequest {
        request(.delete, base.appending(query: FormBody([("completed", "true")])))
    }

    /// The values that a body of these calls has.
    enum JSONField: Encodable {
        case text(String)
        case boolean(Bool)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .boolean(let boolean): try container.encode(boolean)
            }
        }
    }

    private func request(_ method: HTTPRequest.Method, _ url: HTTPURL, json: [String: JSONField]? = nil) -> TransportRequest {
        // Texts and booleans always encode.
        let body = json.flatMap { try? JSONEncoder().encode($0) }.map { [UInt8]($0) }
        var fields: HTTPFields = [:]
        if body != nil { fields[.contentType] = "application/json" }
        return TransportRequest(
            method, url, headerFields: fields, body: body, timeout: timeout, maximumResponseBytes: Self.maximumResponseBytes)
    }
}
