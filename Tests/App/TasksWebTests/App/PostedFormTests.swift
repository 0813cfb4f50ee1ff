import HTTPTransport
import HTTPTypes
import Hummingbird
import Testing

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct PostedFormTests {
    @Test(
        "A body is a form by its media type, in any case and with any parameter",
        arguments: [
            "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded",
            "application/x-www-form-urlencoded; charset=UTF-8",
            " application/x-www-form-urlencoded",
        ])
    func types(_ type: String) async throws {
        #expect(
            try await InProcess.request(.post, "/", [.contentType: type], body: "a=b").postedForm()[single: "a"] == "b")
    }

    @Test("A body without a media type is read as a form") func noType() async throws {
        #expect(try await InProcess.request(.post, "/", body: "a=b").postedForm()[single: "a"] == "b")
    }

    @Test("A form of 64 KiB is accepted, one byte more is too much") func limit() async throws {
        let body = "a=" + String(repeating: "x", count: 64 * 1024 - 2)
        #expect(try await InProcess.post("/", body).postedForm().encoded == body)
        let error = await #expect(throws: (any Error).self) { try await InProcess.post("/", body + "x").postedForm() }
        #expect((error as? any HTTPResponseError)?.status == .contentTooLarge)
    }

    @Test("A body that says that it is too large is not waited for") func announced() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await InProcess.post("/", "x", [.contentLength: "65537"]).postedForm()
        }
        #expect((error as? any HTTPResponseError)?.status == .contentTooLarge)
        #expect(try await InProcess.post("/", "a=b", [.contentLength: "65536"]).postedForm()[single: "a"] == "b")
    }

    @Test("A body that breaks off is a bad request, and isn't logged as an internal error") func broken()
        async throws
    {
        struct StreamClosed: Error {}
        let body = RequestBody(
            asyncSequence: AsyncThrowingStream<ByteBuffer, any Error> { $0.finish(throwing: StreamClosed()) })
        let request = Request(head: InProcess.request(.post, "/").head, body: body)
        let error = await #expect(throws: HTTPError.self) { try await request.postedForm() }
        #expect(error?.status == .badRequest)
    }
}
