import HTTPTransport
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing
import WebSupport

@testable import TasksWeb

@Suite struct TaskDownloadTests {
    /// An API of numbered tasks that sends a hundred at once.
    private static func api(_ count: Int, text: String = "Task") -> RecordingTransport {
        RecordingTransport { request in
            let after = request.head.path?.split(separator: "=").last.flatMap { Int($0) }
            let start = request.head.path?.contains("after=") == true ? (after ?? 0) + 1 : 0
            let numbers = start..<min(count, start + 100)
            let list = numbers.map { #"{"id":"\#($0)","task":"\#(text) \#($0)"}"# }.joined(separator: ",")
            let fields: HTTPFields = numbers.upperBound < count ? [.link: "<x>; rel=\"next\""] : [:]
            return TransportResponse(status: .ok, headerFields: fields, body: Array("[\(list)]".utf8))
        }
    }

    private func response(_ format: TaskFile.Format, from api: any Transport) async throws -> Response {
        let base = try #require(HTTPURL("https://api.example/tasks"))
        let client = TasksClient(.init(base: base, timeout: .seconds(7)), transport: api)
        return try await TaskDownload(client: client, format: format, logger: .silent).response()
    }

    @Test("All tasks are downloaded, page by page, in their order", arguments: TaskFile.Format.allCases)
    func all(_ format: TaskFile.Format) async throws {
        let api = Self.api(250)
        let response = try await response(format, from: api)
        #expect(response.headers[.cacheControl] == "no-store" && response.headers[.contentLength] == nil)
        let text = try await response.text
        #expect(
            api.requests.map { $0.head.path ?? "" } == [
                "/tasks?limit=100", "/tasks?limit=100&after=99", "/tasks?limit=100&after=199",
            ])
        switch format {
        case .text:
            #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"tasks.txt\"")
            #expect(text == (0..<250).map { "[ ] Task \($0)\n" }.joined())
        case .json:
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"tasks.json\"")
            #expect(TaskListDecoder.tasks(Array(text.utf8))?.map(\.id) == (0..<250).map { "\($0)" })
        }
    }

    /// Notes how many requests there were at each piece, and how long that was.
    private struct SlowReader: ResponseBodyWriter {
        final class Notes: Sendable {
            let pieces = Mutex<[(bytes: Int, requests: Int)]>([])
        }

        let notes: Notes
        let api: RecordingTransport

        mutating func write(_ buffer: ByteBuffer) async throws {
            notes.pieces.withLock { $0.append((buffer.readableBytes, api.requests.count)) }
            // A download that ran ahead would do so now.
            for _ in 0..<10 { await Task.yield() }
            #expect(notes.pieces.withLock { $0.last?.requests } == api.requests.count)
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test("Of ten thousand tasks a download holds one part and one piece, and requests no more before they are read")
    func flat() async throws {
        let api = Self.api(10_000, text: String(repeating: "x", count: 1000))
        let notes = SlowReader.Notes()
        try await response(.text, from: api).body.write(SlowReader(notes: notes, api: api))
        let pieces = notes.pieces.withLock(\.self)
        #expect(pieces.reduce(0) { $0 + $1.bytes } > 10_000_000)
        #expect(pieces.allSatisfy { $0.bytes < 34_000 }, "a piece is 32 KiB and the rest of a task")
        #expect(api.requests.count == 100)
        // A part of 100 tasks is four pieces, and the next one is requested once they are read.
        #expect(pieces.map(\.requests) == (1...100).flatMap { Array(repeating: $0, count: 4) })
    }

    @Test("An API that sends everything at once is requested once") func wholeList() async throws {
        let list = (0..<1000).map { #"{"id":"\#($0)","task":"a"}"# }.joined(separator: ",")
        let api = RecordingTransport { _ in TransportResponse(status: .ok, body: Array("[\(list)]".utf8)) }
        #expect(try await response(.text, from: api).text.utf8.count == 6000)
        #expect(api.requests.count == 1)
    }

    @Test("An API that ignores the place and always says that there is more has no task twice") func repeatedPage()
        async throws
    {
        let api = RecordingTransport { _ in
            TransportResponse(
                status: .ok, headerFields: [.link: "<x>; rel=next"],
                body: Array(#"[{"id":"1","task":"a"},{"id":"2","task":"b"}]"#.utf8))
        }
        #expect(try await response(.text, from: api).text == "[ ] a\n[ ] b\n")
        #expect(api.requests.count == 2)
    }

    @Test("A download from an API whose pages lead in a circle ends, and not as if it were whole") func circle()
        async throws
    {
        let api = RecordingTransport { request in
            let isSecond = request.head.path?.hasSuffix("after=1") == true
            return TransportResponse(
                status: .ok, headerFields: [.link: "<x>; rel=next"],
                body: Array((isSecond ? #"[{"id":"2","task":"b"}]"# : #"[{"id":"1","task":"a"}]"#).utf8))
        }
        let response = try await response(.text, from: api)
        await #expect(throws: TasksAPIError.endlessList) { try await response.text }
        #expect(api.requests.count < 10)
    }

    @Test("A list that goes on, but whose tasks have no identifiers, is no whole list")
    func noIdentifiers() async throws {
        let api = RecordingTransport { _ in
            TransportResponse(
                status: .ok, headerFields: [.link: "<x>; rel=next"], body: Array(#"[{"task":"a"}]"#.utf8))
        }
        await #expect(throws: TasksAPIError.endlessList) { try await response(.text, from: api) }
    }

    @Test("A place that was there before is noticed after some rounds, and no other", arguments: [1, 2, 3, 10, 100])
    func repetition(_ length: Int) {
        var places = RepetitionGuard()
        for number in 0..<1000 {
            let isRepetition = places.isRepetition("\(number)")
            #expect(!isRepetition)
        }
        var count = 0
        while count < 5000, !places.isRepetition("round \(count % length)") { count += 1 }
        #expect(count >= length && count < 5000)
    }

    @Test("A broken request for a later part is sent once more, and another error ends the download")
    func laterFaults() async throws {
        let count = Mutex(0)
        let pages = Self.api(150)
        let api = RecordingTransport { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 2 { throw TransportError(.broken, "the connection broke") }
            return try await pages.send(request)
        }
        #expect(try await response(.text, from: api).text.hasSuffix("[ ] Task 149\n"))
        #expect(api.requests.count == 3)
        let failing = RecordingTransport { request in
            guard request.head.path?.contains("after") == true else { return try await pages.send(request) }
            return TransportResponse(status: .internalServerError)
        }
        let response = try await response(.text, from: failing)
        await #expect(throws: TasksAPIError.unexpectedStatus(500)) { try await response.text }
    }
}
