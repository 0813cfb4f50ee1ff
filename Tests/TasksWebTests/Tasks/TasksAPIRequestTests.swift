import FoundationEssentials
import HTTPTransport
import HTTPTypes
import Testing

@testable import TasksWeb

@Suite struct TasksAPIRequestTests {
    private let requests: TasksAPIRequest

    init() throws {
        requests = TasksAPIRequest(base: try #require(HTTPURL("https://api.example/v1/tasks")), timeout: .seconds(7))
    }

    private func line(_ request: TransportRequest) -> String { "\(request.head.method) \(request.head.path ?? "")" }

    private func json(_ request: TransportRequest) throws -> [String: Value] {
        #expect(request.head.headerFields[.contentType] == "application/json")
        return try JSONDecoder().decode([String: Value].self, from: Data(request.body ?? []))
    }

    private enum Value: Decodable, Equatable {
        case text(String)
        case boolean(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = try (try? container.decode(Bool.self)).map(Value.boolean) ?? .text(container.decode(String.self))
        }
    }

    @Test(
        "The list is asked for page by page",
        arguments: [
            (.all, nil, "GET /v1/tasks?limit=100"), (.active, nil, "GET /v1/tasks?limit=100&completed=false"),
            (.completed, "7", "GET /v1/tasks?limit=100&completed=true&after=7"),
            (.all, "a&b=c #", "GET /v1/tasks?limit=100&after=a%26b%3Dc+%23"),
        ] as [(TaskFilter, String?, String)])
    func list(_ filter: TaskFilter, _ after: String?, _ expected: String) {
        let request = requests.list(filter: filter, after: after)
        #expect(line(request) == expected)
        #expect(request.body == nil && request.head.headerFields[.contentType] == nil)
        #expect(request.head.scheme == "https" && request.head.authority == "api.example")
    }

    @Test("Each call is bounded in time and size") func bounds() {
        for request in [
            requests.list(filter: .all, after: nil), requests.add("a"), requests.delete("1"),
            requests.deleteCompleted(),
        ] {
            #expect(request.timeout == .seconds(7))
            #expect(request.maximumResponseBytes == TasksAPIRequest.maximumResponseBytes)
        }
    }

    @Test(
        "What is typed travels in the body, whatever it is",
        arguments: ["milk", "\"}\u{0}\n\\", "🗝 é", "</script>", "\u{2028}"])
    func add(_ text: String) throws {
        #expect(line(requests.add(text)) == "POST /v1/tasks")
        #expect(try json(requests.add(text)) == ["task": .text(text)])
        #expect(line(requests.delete(named: text)) == "DELETE /v1/tasks")
        #expect(try json(requests.delete(named: text)) == ["task": .text(text)])
    }

    @Test("A change says what is to change and nothing else") func change() throws {
        #expect(try json(requests.change("1", text: "a", completed: nil)) == ["task": .text("a")])
        #expect(try json(requests.change("1", text: nil, completed: false)) == ["completed": .boolean(false)])
        #expect(
            try json(requests.change("1", text: "a", completed: true)) == [
                "task": .text("a"), "completed": .boolean(true),
            ])
        #expect(line(requests.change("1", text: "a", completed: nil)) == "PATCH /v1/tasks/1")
    }

    @Test("All at once go to the base URL") func all() throws {
        #expect(line(requests.changeAll(completed: true)) == "PATCH /v1/tasks")
        #expect(try json(requests.changeAll(completed: true)) == ["completed": .boolean(true)])
        #expect(line(requests.deleteCompleted()) == "DELETE /v1/tasks?completed=true")
    }

    @Test(
        "An identifier stays one segment of the path, whatever it holds",
        arguments: [
            ("01j0", "01j0"), ("a/b", "a%2Fb"), ("../x", "..%2Fx"), ("..", "%2E%2E"), (".", "%2E"),
            ("a?b#c", "a%3Fb%23c"),
            ("%2e%2e", "%252e%252e"),
            ("a b+c", "a%20b%2Bc"), ("é", "%C3%A9"), ("a\\b", "a%5Cb"), ("\r\nHost: x", "%0D%0AHost%3A%20x"),
            (";v=1", "%3Bv%3D1"),
            ("//", "%2F%2F"),
            ("*", "%2A"),
        ])
    func segments(_ id: String, _ encoded: String) {
        #expect(line(requests.delete(id)) == "DELETE /v1/tasks/\(encoded)")
        #expect(line(requests.change(id, text: "a", completed: nil)) == "PATCH /v1/tasks/\(encoded)")
    }

    @Test("A base URL with a query keeps it") func query() throws {
        let requests = TasksAPIRequest(
            base: try #require(HTTPURL("https://api.example/tasks/?v=2")), timeout: .seconds(1))
        #expect(line(requests.list(filter: .all, after: nil)) == "GET /tasks/?v=2&limit=100")
        #expect(line(requests.delete("1")) == "DELETE /tasks/1?v=2")
    }
}
