import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import TasksAPI

/// Requests that no well-behaved client can be made to send.
@Suite struct ReadingTests {
    private func request(_ path: String, body: RequestBody = RequestBody(buffer: ByteBuffer())) -> Request {
        Request(head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path), body: body)
    }

    private func chunks(_ count: Int, of size: Int) -> RequestBody {
        RequestBody(
            asyncSequence: AsyncStream { stream in
                for _ in 0..<count { stream.yield(ByteBuffer(repeating: UInt8(ascii: " "), count: size)) }
                stream.finish()
            })
    }

    @Test("A query that can't be decoded is 400", arguments: ["limit=%31%", "completed=%ZZ", "after=%F", "unknown=%"])
    func undecodableQuery(query: String) {
        let error = #expect(throws: Problem.self) { try TaskQuery(of: request("/tasks?\(query)")) }
        #expect(error?.status == .badRequest)
    }

    @Test("A body without a declared length is read to 64 KiB and no further")
    func chunkedBody() async {
        let tooLarge = await #expect(throws: HTTPError.self) {
            try await TaskBody.read(from: request("/tasks", body: chunks(65, of: 1024)))
        }
        #expect(tooLarge?.status == .contentTooLarge)
        let noJSON = await #expect(throws: Problem.self) {
            try await TaskBody.read(from: request("/tasks", body: chunks(64, of: 1024)))
        }
        #expect(noJSON?.status == .badRequest)
    }

    @Test("A body that breaks off is 400")
    func brokenBody() async {
        struct Gone: Error {}
        let body = RequestBody(
            asyncSequence: AsyncThrowingStream<ByteBuffer, any Error> { $0.finish(throwing: Gone()) })
        let error = await #expect(throws: HTTPError.self) {
            try await TaskBody.read(from: request("/tasks", body: body))
        }
        #expect(error?.status == .badRequest)
    }
}
