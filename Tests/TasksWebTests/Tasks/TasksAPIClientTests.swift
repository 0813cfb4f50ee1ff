import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct TasksAPIClientTests {
    private func send(_ answer: @escaping RecordingTransport.Handler) async throws -> TransportResponse {
        let url = try #require(HTTPURL("https://api.example/tasks"))
        return try await TasksAPIClient(transport: RecordingTransport(answer)).send(
            TransportRequest(.get, url), token: "t")
    }

    @Test("The token goes along as a bearer, and nothing else is changed") func bearer() async throws {
        let recorder = RecordingTransport { _ in TransportResponse(status: .ok) }
        let url = try #require(HTTPURL("https://api.example/tasks"))
        _ = try await TasksAPIClient(transport: recorder).send(
            TransportRequest(.delete, url, body: [1]), token: "a.b.c")
        let request = try #require(recorder.requests.first)
        #expect(request.head.headerFields[.authorization] == "Bearer a.b.c")
        #expect(request.head.method == .delete && request.body == [1])
    }

    @Test("Success is passed on as it is", arguments: [200, 201, 204, 206]) func success(_ code: Int) async throws {
        let response = try await send { _ in TransportResponse(status: HTTPResponse.Status(code: code), body: [7]) }
        #expect(response.status.code == code && response.body == [7])
    }

    @Test("401 is the token's fault") func unauthorized() async {
        await #expect(throws: TasksAPIClient.Unauthorized.self) {
            try await send { _ in TransportResponse(status: .unauthorized) }
        }
    }

    @Test(
        "Each other status has its page",
        arguments: [
            (400, 422), (422, 422), (403, 403), (404, 404), (301, 502), (302, 502), (304, 502), (402, 502), (405, 502),
            (409, 502),
            (410, 502),
            (413, 502), (415, 502), (418, 502), (429, 502), (500, 502), (501, 502), (502, 502), (503, 503), (504, 502),
            (599, 502),
        ])
    func statuses(_ status: Int, _ page: Int) async {
        let error = await #expect(throws: PageError.self) {
            try await send { _ in TransportResponse(status: HTTPResponse.Status(code: status)) }
        }
        #expect(error.map { ErrorText($0.kind).status.code } == page)
    }

    @Test(
        "Late is 504, and any other fault of the call 502",
        arguments: [
            (.timedOut, .timedOut(.api)), (.unreachable, .unavailable(.api)), (.insecure, .unavailable(.api)),
            (.broken, .unavailable(.api)),
            (.responseTooLarge, .unavailable(.api)), (.invalidRequest, .unavailable(.api)),
            (.shutDown, .unavailable(.api)),
        ] as [(TransportError.Kind, PageError.Kind)])
    func faults(_ fault: TransportError.Kind, _ kind: PageError.Kind) async {
        await expectPageError(kind) { try await send { _ in throw TransportError(fault, "test") } }
    }

    @Test("What the API writes is not shown, nor kept for the log") func bodyIsNotShown() async {
        let error = await expectPageError(.unavailable(.api)) {
            try await send { _ in TransportResponse(status: .internalServerError, body: Array("token t leaked".utf8)) }
        }
        #expect(error?.detail?.contains("leaked") == false)
    }
}
