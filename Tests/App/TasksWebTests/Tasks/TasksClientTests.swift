import FoundationEssentials
import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import TaskCore
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct TasksClientTests {
    private enum Value: Decodable, Equatable {
        case text(String)
        case boolean(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = try (try? container.decode(Bool.self)).map(Value.boolean) ?? .text(container.decode(String.self))
        }
    }

    private func client(
        _ transport: any Transport, base: String = "https://api.example/v1/tasks"
    ) throws -> TasksClient {
        TasksClient(.init(base: try #require(HTTPURL(base)), timeout: .seconds(7)), transport: transport)
    }

    /// The one request that a call makes.
    private func request(
        _ base: String = "https://api.example/v1/tasks", _ call: (TasksClient) async throws -> Void
    ) async throws -> TransportRequest {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok, body: Array("[]".utf8)) }
        try await call(try client(recorder, base: base))
        #expect(recorder.requests.count == 1)
        return try #require(recorder.requests.first)
    }

    private func line(_ request: TransportRequest) -> String { "\(request.head.method) \(request.head.path ?? "")" }

    private func json(_ request: TransportRequest) throws -> [String: Value] {
        #expect(request.head.headerFields[.contentType] == "application/json")
        return try JSONDecoder().decode([String: Value].self, from: Data(request.body ?? []))
    }

    @Test(
        "The list of tasks is requested page by page",
        arguments: [
            (.all, nil, "GET /v1/tasks?limit=100"), (.active, nil, "GET /v1/tasks?limit=100&completed=false"),
            (.completed, "7", "GET /v1/tasks?limit=100&completed=true&after=7"),
            (.all, "a&b=c #", "GET /v1/tasks?limit=100&after=a%26b%3Dc+%23"),
        ] as [(TaskFilter, String?, String)])
    func list(_ filter: TaskFilter, _ after: String?, _ expected: String) async throws {
        let request = try await request { _ = try await $0.list(filter: filter, after: after) }
        #expect(line(request) == expected)
        #expect(request.body == nil && request.head.headerFields[.contentType] == nil)
        #expect(request.head.scheme == "https" && request.head.authority == "api.example")
    }

    @Test("Each call is bounded in time and size") func bounds() async throws {
        let requests = try await [
            request { _ = try await $0.list(filter: .all, after: nil) },
            request { _ = try await $0.add(TaskText("a")) }, request { try await $0.delete("1") },
            request { try await $0.deleteCompleted() },
        ]
        for request in requests {
            #expect(request.timeout == .seconds(7))
            #expect(request.maximumResponseBytes == TasksClient.maximumResponseBytes)
        }
        #expect(try await request { _ = try await $0.lookUp("1") }.timeout == .seconds(2))
    }

    @Test(
        "Typed text is sent in the body, whatever it is",
        arguments: ["milk", "\"}\n\\", "🗝 é", "</script>", "a\u{2028}b"])
    func add(_ text: String) async throws {
        let adding = try await request { _ = try await $0.add(TaskText(text)) }
        #expect(line(adding) == "POST /v1/tasks")
        #expect(try json(adding) == ["task": .text(text)])
        let deleting = try await request { try await $0.delete(named: text) }
        #expect(line(deleting) == "DELETE /v1/tasks")
        #expect(try json(deleting) == ["task": .text(text)])
    }

    @Test(
        "A change of a task sends the changed members and nothing else",
        arguments: [
            ("a", nil, ["task": .text("a")]), (nil, false, ["completed": .boolean(false)]),
            ("a", true, ["task": .text("a"), "completed": .boolean(true)]),
        ] as [(String?, Bool?, [String: Value])])
    private func change(_ text: String?, _ completed: Bool?, _ expected: [String: Value]) async throws {
        let request = try await request {
            try await $0.change("1", text: try text.map { try TaskText($0) }, completed: completed)
        }
        #expect(line(request) == "PATCH /v1/tasks/1")
        #expect(try json(request) == expected)
    }

    @Test("Changes of all tasks go to the base URL") func all() async throws {
        let changing = try await request { try await $0.changeAll(completed: true) }
        #expect(line(changing) == "PATCH /v1/tasks")
        #expect(try json(changing) == ["completed": .boolean(true)])
        #expect(line(try await request { try await $0.deleteCompleted() }) == "DELETE /v1/tasks?completed=true")
    }

    @Test(
        "A task's identifier stays one segment of the request's path, whatever it holds",
        arguments: [
            ("01j0", "01j0"), ("a/b", "a%2Fb"), ("..x", "..x"),
            ("a?b#c", "a%3Fb%23c"), ("%2e%2e", "%252e%252e"), ("a b+c", "a%20b%2Bc"), ("é", "%C3%A9"),
            ("a\\b", "a%5Cb"), (";v=1", "%3Bv%3D1"), ("//", "%2F%2F"),
            ("*", "%2A"),
        ])
    func segments(_ id: String, _ encoded: String) async throws {
        #expect(line(try await request { try await $0.delete(id) }) == "DELETE /v1/tasks/\(encoded)")
        let changing = try await request { try await $0.change(id, text: nil, completed: true) }
        #expect(line(changing) == "PATCH /v1/tasks/\(encoded)")
    }

    @Test(
        "A task whose identifier could lead elsewhere causes no request",
        arguments: ["../x", "..", ".", "", "a\\..", "\r\nHost: x", "\u{0}"])
    func refusedSegments(_ id: String) async throws {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok, body: Array("[]".utf8)) }
        let client = try client(recorder)
        let calls: [() async throws -> Void] = [
            { try await client.delete(id) }, { try await client.change(id, text: nil, completed: true) },
            { _ = try await client.lookUp(id) },
        ]
        for call in calls { await #expect(throws: TasksAPIError.noSuchTask) { try await call() } }
        #expect(recorder.requests.isEmpty)
    }

    @Test("The query of the API's base URL stays in the request") func query() async throws {
        let base = "https://api.example/tasks/?v=2"
        let listing = try await request(base) { _ = try await $0.list(filter: .all, after: nil) }
        #expect(line(listing) == "GET /tasks/?v=2&limit=100")
        #expect(line(try await request(base) { try await $0.delete("1") }) == "DELETE /tasks/1?v=2")
    }

    @Test(
        "A new task's identifier is taken from the response, if it has one",
        arguments: [
            (#"{"id":"7","task":"a"}"#, "7"), (#"{"task":"a"}"#, nil), ("", nil),
        ] as [(String, String?)])
    func identifier(_ body: String, _ id: String?) async throws {
        let transport = RecordingTransport { _ in TransportResponse(status: .created, body: Array(body.utf8)) }
        #expect(try await client(transport).add(TaskText("a")) == id)
    }

    @Test(
        "Each error status of the API has its page",
        arguments: [
            (400, 422), (422, 422), (403, 403), (404, 404), (301, 502), (302, 502), (304, 502), (402, 502), (405, 502),
            (409, 502), (410, 502), (413, 502), (415, 502), (418, 502), (429, 502), (500, 502), (501, 502), (502, 502),
            (503, 503), (504, 502), (599, 502),
        ])
    func statuses(_ status: Int, _ page: Int) async throws {
        let client = try client(RecordingTransport { _ in TransportResponse(status: .init(code: status)) })
        let error = await #expect(throws: TasksAPIError.self) { try await client.delete("1") }
        #expect(error.map { ErrorText(PageError($0).kind).status.code } == page)
    }

    @Test("A refusal by the API requests another text only if one was sent", arguments: [400, 422])
    func refusals(_ status: Int) async throws {
        let client = try client(RecordingTransport { _ in TransportResponse(status: .init(code: status)) })
        await expectPageError(.invalidInput(.refusedByAPI)) { try await client.add(TaskText("a")) }
        await expectPageError(.invalidInput(.refusedByAPI)) {
            try await client.change("1", text: TaskText("a"), completed: true)
        }
        await expectPageError(.invalidInput(.changeRefusedByAPI)) {
            try await client.change("1", text: nil, completed: true)
        }
        await expectPageError(.invalidInput(.changeRefusedByAPI)) { try await client.delete("1") }
        await expectPageError(.invalidInput(.changeRefusedByAPI)) { try await client.delete(named: "a") }
        await expectPageError(.invalidInput(.changeRefusedByAPI)) { try await client.changeAll(completed: true) }
        await expectPageError(.invalidInput(.changeRefusedByAPI)) { try await client.deleteCompleted() }
        await expectPageError(.listRefused) { try await client.list(filter: .all, after: nil) }
    }

    @Test("A web page is an unusable response of the API, whatever its status", arguments: [200, 201, 202])
    func webPage(_ status: Int) async throws {
        let fields: HTTPFields = [.contentType: "text/HTML; charset=utf-8"]
        let client = try client(
            RecordingTransport { _ in
                TransportResponse(
                    status: .init(code: status), headerFields: fields, body: Array("<!doctype html>".utf8))
            })
        await expectPageError(.apiUnavailable) { try await client.add(TaskText("a")) }
        await expectPageError(.apiUnavailable) { try await client.change("1", text: nil, completed: true) }
        await expectPageError(.apiUnavailable) { try await client.delete("1") }
        await expectPageError(.apiUnavailable) { try await client.list(filter: .all, after: nil) }
    }

    @Test(
        "A long invalid response is refused as a short one is",
        arguments: [(403, PageError.Kind.forbidden), (500, .apiUnavailable), (200, .apiUnavailable)])
    func longRefusal(_ status: Int, _ kind: PageError.Kind) async throws {
        let body = Array("<!doctype html>".utf8) + Array(repeating: UInt8(ascii: " "), count: 40 << 10)
        let client = try client(
            RecordingTransport { _ in
                TransportResponse(
                    status: .init(code: status), headerFields: [.contentType: "text/html"], body: body)
            })
        let error = await expectPageError(kind) { try await client.list(filter: .all, after: nil) }
        #expect(error?.detail != TasksAPIError.invalidList.description)
    }

    @Test("A body that is no web page isn't one, whatever its media type", arguments: ["", "OK", " \n1 task added"])
    func plainText(_ body: String) async throws {
        let fields: HTTPFields = [.contentType: "text/html"]
        let client = try client(
            RecordingTransport { _ in
                TransportResponse(status: .ok, headerFields: fields, body: Array(body.utf8))
            })
        #expect(try await client.add(TaskText("a")) == nil)
        try await client.delete("1")
    }

    @Test("404 concerns the task if the call names one, else the API's address is wrong") func notFound()
        async throws
    {
        let client = try client(RecordingTransport { _ in TransportResponse(status: .notFound) })
        await expectPageError(.noSuchTask) { try await client.change("1", text: nil, completed: true) }
        await expectPageError(.noSuchTask) { try await client.delete("1") }
        await expectPageError(.noSuchTask) { try await client.delete(named: "a") }
        await expectPageError(.apiUnavailable) { try await client.list(filter: .all, after: nil) }
        await expectPageError(.apiUnavailable) { try await client.add(TaskText("a")) }
        await expectPageError(.apiUnavailable) { try await client.changeAll(completed: true) }
        await expectPageError(.apiUnavailable) { try await client.deleteCompleted() }
    }

    @Test(
        "A late response is 504, and any other fault of the call 502",
        arguments: [
            (.timedOut, .apiTimedOut), (.unreachable, .apiUnavailable), (.insecure, .apiUnavailable),
            (.broken, .apiUnavailable), (.responseTooLarge, .apiUnavailable),
            (.invalidRequest, .apiUnavailable), (.shutDown, .apiUnavailable),
        ] as [(TransportError.Kind, PageError.Kind)])
    func faults(_ fault: TransportError.Kind, _ kind: PageError.Kind) async throws {
        let client = try client(RecordingTransport { _ in throw TransportError(fault, "test") })
        let error = await expectPageError(kind) { try await client.changeAll(completed: true) }
        #expect(error?.detail == "test")
    }

    @Test("Text that the API writes is neither shown nor logged") func bodyIsNotShown() async throws {
        let client = try client(
            RecordingTransport { _ in
                TransportResponse(status: .internalServerError, body: Array("token t leaked".utf8))
            })
        let error = await expectPageError(.apiUnavailable) { try await client.delete("1") }
        #expect(error?.detail == "the tasks API responded with 500")
    }

    @Test("The look-up of a task finds it, misses it, or doesn't know") func lookUp() async throws {
        func result(_ respond: @escaping RecordingTransport.Handler) async throws -> TasksClient.LookUp {
            try await client(RecordingTransport(respond)).lookUp("7")
        }
        let found = try await result { _ in .json(#"{"id":"7","task":"a","completed":true}"#) }
        #expect(found == .found(ListedTask(id: "7", text: "a", completed: true)))
        #expect(try await result { _ in TransportResponse(status: .notFound) } == .missing)
        for status in [405, 403, 503] {
            #expect(try await result { _ in TransportResponse(status: .init(code: status)) } == .unknown)
        }
        #expect(try await result { _ in .json("[]") } == .unknown)
        #expect(try await result { _ in throw TransportError(.timedOut, "test") } == .unknown)
        await #expect(throws: SignInError.self) { try await result { _ in throw SignInError(.notSignedIn) } }
    }

    @Test("A list whose connection breaks is read once more, a change is not made twice") func brokenConnection()
        async throws
    {
        let api = RecordingTransport { _ in throw TransportError(.broken, "test") }
        let client = try client(api)
        await #expect(throws: TransportError.self) { try await client.list(filter: .all, after: nil) }
        #expect(api.requests.count == 2)
        await #expect(throws: TransportError.self) { try await client.add(TaskText("milk")) }
        #expect(api.requests.count == 3)
    }

    @Test("A list is read once more in the time that is left alone") func timeOfSecondRead() async throws {
        let api = RecordingTransport { _ in
            try await Task.sleep(for: .milliseconds(20))
            throw TransportError(.broken, "test")
        }
        await #expect(throws: TransportError.self) { try await client(api).list(filter: .all, after: nil) }
        #expect(api.requests.map(\.timeout)[0] == .seconds(7))
        #expect(api.requests.map(\.timeout)[1] <= .seconds(7) - .milliseconds(20))
        let late = RecordingTransport { _ in
            try await Task.sleep(for: .milliseconds(20))
            throw TransportError(.broken, "test")
        }
        let hasty = TasksClient(
            .init(base: try #require(HTTPURL("https://api.example/tasks")), timeout: .milliseconds(10)),
            transport: late)
        await #expect(throws: TransportError.self) { try await hasty.list(filter: .all, after: nil) }
        #expect(late.requests.count == 1)
    }

    @Test("A task whose addition was confirmed is there, whatever became of the response's body") func created()
        async throws
    {
        let broken = RecordingTransport { _ in
            var error = TransportError(.broken, "test")
            error.status = .created
            throw error
        }
        #expect(try await client(broken).add(TaskText("milk")) == nil)
        for status in [HTTPResponse.Status.ok, .internalServerError, nil] {
            let other = RecordingTransport { _ in
                var error = TransportError(.broken, "test")
                error.status = status
                throw error
            }
            await #expect(throws: TransportError.self) { try await client(other).add(TaskText("milk")) }
        }
    }

    @Test("A long list of the quickstart's dialect is read off the event loop, with the same result") func longList()
        async throws
    {
        let items = (0..<3000).map { #"{"task":"t\#($0)"}"# }.joined(separator: ",")
        let list = try await client(RecordingTransport { _ in .json("[\(items)]") }).list(filter: .all, after: nil)
        #expect(list.items.count == 100 && list.next == "100")
        let noList = try client(RecordingTransport { _ in .json("[\(items)") })
        await #expect(throws: TasksAPIError.invalidList) { try await noList.list(filter: .all, after: nil) }
    }

    @Test("Time-outs of look-ups, which are short, don't suspend the API") func shortTimeOuts() async throws {
        let api = RecordingTransport { _ in throw TransportError(.timedOut, "test") }
        let breaker = CircuitBreaker(timeout: .seconds(7))
        let client = try client(OutgoingCalls(api, correlationID: nil, breaker: breaker))
        for _ in 0..<10 { #expect(try await client.lookUp("7") == .unknown) }
        #expect(!breaker.isOpen)
        for _ in 0..<5 { await #expect(throws: TransportError.self) { try await client.deleteCompleted() } }
        #expect(breaker.isOpen)
    }

    @Test("After five time-outs in a row the API gets no requests, and the error says for how long") func suspended()
        async throws
    {
        let api = RecordingTransport { _ in throw TransportError(.timedOut, "test") }
        let client = try client(OutgoingCalls(api, correlationID: nil, breaker: CircuitBreaker(timeout: .seconds(7))))
        for _ in 0..<5 { await #expect(throws: TransportError.self) { try await client.deleteCompleted() } }
        await #expect(throws: TasksAPIError.suspended(seconds: 2)) { try await client.add(TaskText("milk")) }
        #expect(api.requests.count == 5)
    }
}
