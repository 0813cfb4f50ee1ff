import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

/// Calls a running API.
struct APIClient {
    let transport: any Transport
    let port: Int

    /// One request; with Alice's token by default, and a body as JSON.
    func call(
        _ method: HTTPRequest.Method, _ path: String, token: String? = "alice", json: String? = nil,
        fields: HTTPFields = [:]
    ) async throws -> APIResponse {
        var fields = fields
        if let token { fields.append(HTTPField(name: .authorization, value: "Bearer \(token)")) }
        if json != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        let url = try #require(HTTPURL("http://127.0.0.1:\(port)\(path)"))
        let response = try await transport.send(
            TransportRequest(
                method, url, headerFields: fields, body: json.map { Array($0.utf8) }, timeout: .seconds(60),
                maximumResponseBytes: 8 << 20))
        return APIResponse(status: response.status.code, fields: response.headerFields, body: Data(response.body))
    }

    /// Adds a task.
    func add(_ text: String, token: String = "alice") async throws -> Item {
        try await call(.post, "/tasks", token: token, json: #"{"task":"\#(text)"}"#).decoded()
    }

    /// All tasks.
    func list(token: String = "alice") async throws -> [Item] {
        try await call(.get, "/tasks", token: token).decoded()
    }
}
