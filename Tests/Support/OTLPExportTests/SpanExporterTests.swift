import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import OTLPExport

/// Spans on their way to collectors of all kinds.
@Suite(.timeLimit(.minutes(1))) struct SpanExporterTests {
    @Test("As soon as there are 512 spans they are one request; fewer wait for others") func batches() async throws {
        let bench = try await ExporterBench()
        bench.queue.append(0..<1124)
        try await bench.running {
            try await bench.collector.waitForRequests(2)
            try await eventually { bench.collector.requests.count == 2 }
            #expect(try bench.names == (0..<1024).map { "\($0)" })
            bench.queue.append(1124..<1536)
            try await bench.collector.waitForRequests(3)
            #expect(try bench.names == (0..<1536).map { "\($0)" })
        }
        #expect(bench.droppedSpans == 0 && bench.changes.isEmpty)
    }

    @Test("A few spans are sent after a while, in a request with the further fields") func few() async throws {
        var times = ExporterBench.times
        times.batch = .milliseconds(1)
        let name = try #require(HTTPField.Name("X-Team"))
        let bench = try await ExporterBench(
            times, headerFields: [.authorization: "Bearer one", name: "a", .contentType: "text/plain"])
        try await bench.running {
            bench.queue.append(0..<3)
            try await eventually { try bench.names == ["0", "1", "2"] }
            let fields = try #require(bench.collector.requests.first).headerFields
            #expect(fields[.authorization] == "Bearer one" && fields[name] == "a")
            bench.exporter.replaceHeaderFields(with: [.authorization: "Bearer two"])
            bench.queue.append(3..<4)
            try await eventually { try bench.names.contains("3") }
            let changed = try #require(bench.collector.requests.last).headerFields
            #expect(changed[.authorization] == "Bearer two" && changed[name] == nil)
            #expect(changed[.contentType] == "application/json")
        }
    }

    @Test("After a 429 the same request is sent again, but not before the time in Retry-After") func tooMany()
        async throws
    {
        let times = Mutex<[ContinuousClock.Instant]>([])
        let bench = try await ExporterBench { number in
            times.withLock { $0.append(.now) }
            return number == 1 ? LoopbackResponse(.tooManyRequests, headerFields: [.retryAfter: "1"]) : .json("{}")
        }
        bench.queue.append(0..<512)
        try await bench.running {
            try await eventually { bench.changes.count == 2 }
            let requests = bench.collector.requests
            #expect(requests.count == 2 && requests[0].body == requests[1].body)
            let sent = times.withLock { $0 }
            #expect(sent[1] - sent[0] >= .seconds(1))
        }
        #expect(
            bench.changes == [.failed(reason: "the collector responded with 429"), .recovered])
        #expect(bench.droppedSpans == 0)
    }

    @Test(
        "A request is sent again if the collector is overloaded or breaks the connection",
        arguments: [
            LoopbackResponse(.badGateway), LoopbackResponse(.serviceUnavailable), LoopbackResponse(.gatewayTimeout),
            .drop, .reset, .raw("nonsense"),
        ])
    func retries(response: LoopbackResponse) async throws {
        let bench = try await ExporterBench { $0 < SpanExporter.attempts ? response : .json("{}") }
        bench.queue.append(0..<512)
        try await bench.running {
            try await eventually { bench.changes.last == .recovered }
            let requests = bench.collector.requests
            #expect(requests.count == SpanExporter.attempts)
            #expect(Set(requests.map(\.body)).count == 1)
        }
        #expect(bench.changes.count == 2 && bench.droppedSpans == 0)
    }

    @Test("Spans are dropped after five attempts, and one report says why, however often it fails")
    func givesUp() async throws {
        let bench = try await ExporterBench { _ in LoopbackResponse(.serviceUnavailable) }
        bench.queue.append(0..<1024)
        try await bench.running {
            try await eventually { bench.droppedSpans == 1024 }
            #expect(bench.collector.requests.count == 2 * SpanExporter.attempts)
        }
        #expect(bench.changes == [.failed(reason: "the collector responded with 503")])
    }

    @Test(
        "Spans that the collector refuses are dropped and not sent again, and the next ones are sent",
        arguments: [301, 400, 401, 404, 413, 500])
    func refusals(code: Int) async throws {
        let bench = try await ExporterBench {
            $0 == 1 ? LoopbackResponse(HTTPResponse.Status(code: code), body: "no") : .json("{}")
        }
        bench.queue.append(0..<1024)
        try await bench.running {
            try await eventually { bench.changes.count == 2 }
            #expect(try bench.names == (0..<1024).map { "\($0)" }, "each was sent once")
        }
        #expect(bench.changes == [.failed(reason: "the collector responded with \(code)"), .recovered])
        #expect(bench.droppedSpans == 512)
    }

    @Test(
        "Spans that the collector rejects of a request are counted as dropped, and none is sent again",
        arguments: [#""3""#, "3"])
    func partialSuccess(count: String) async throws {
        let body = #"{"partialSuccess":{"rejectedSpans":\#(count),"errorMessage":"too old"}}"#
        let bench = try await ExporterBench { .json($0 == 1 ? body : "{}") }
        bench.queue.append(0..<1024)
        try await bench.running {
            try await eventually { bench.changes.count == 2 }
            #expect(bench.collector.requests.count == 2)
        }
        #expect(bench.changes == [.failed(reason: "the collector rejected 3 spans: too old"), .recovered])
        #expect(bench.droppedSpans == 3)
    }

    @Test(
        "A warning, and a response that can't be read, are no failure",
        arguments: [
            #"{"partialSuccess":{"errorMessage":"slow down"}}"#, #"{"partialSuccess":{"rejectedSpans":"0"}}"#, "", "[",
            #"{"partialSuccess":7}"#,
        ])
    func warnings(body: String) async throws {
        let bench = try await ExporterBench { _ in LoopbackResponse(.ok, body: body) }
        bench.queue.append(0..<1024)
        try await bench.running { try await bench.collector.waitForRequests(2) }
        #expect(bench.changes.isEmpty && bench.droppedSpans == 0)
    }

    @Test("A response of a megabyte isn't read, but its status counts", arguments: [200, 503])
    func megabyte(code: Int) async throws {
        let large = LoopbackResponse(HTTPResponse.Status(code: code), body: [UInt8](repeating: 32, count: 1 << 20))
        let bench = try await ExporterBench { $0 == 1 ? large : .json("{}") }
        bench.queue.append(0..<1024)
        try await bench.running {
            try await eventually { try bench.names.contains("1023") }
            #expect(bench.collector.requests.count == (code == 200 ? 2 : 3))
        }
        #expect(bench.droppedSpans == 0)
    }

    @Test("A collector that doesn't respond before the deadline has the spans, or never gets them")
    func silence() async throws {
        var times = ExporterBench.times
        times.request = .milliseconds(50)
        let bench = try await ExporterBench(times) { _ in .never }
        bench.queue.append(0..<512)
        try await bench.running {
            try await eventually { bench.droppedSpans == 512 }
            #expect(bench.collector.requests.count == 1)
        }
        #expect(bench.changes.count == 1)
    }

    @Test("While the collector hangs 2,048 spans wait at most, and nothing waits to add one") func bound()
        async throws
    {
        let gate = Gate()
        let bench = try await ExporterBench { _ in
            await gate.pass()
            return .json("{}")
        }
        bench.queue.append(0..<512)
        try await bench.running {
            await gate.waitForArrival()
            bench.queue.append(512..<5000)
            #expect(bench.droppedSpans == 5000 - 512 - 2048)
            gate.open()
            try await eventually { try bench.names.contains("4999") }
            #expect(try bench.names == (Array(0..<512) + Array(5000 - 2048..<5000)).map { "\($0)" })
        }
        #expect(bench.droppedSpans == 5000 - 512 - 2048 && bench.changes.isEmpty)
    }

    @Test("An unreachable collector is one report, and its spans are dropped and counted")
    func unreachable() async throws {
        let port = try await FreePort.find()
        let closed = try #require(HTTPURL("http://127.0.0.1:\(port)/v1/traces"))
        let bench = try await ExporterBench(url: closed)
        bench.queue.append(0..<1024)
        try await bench.running { try await eventually { bench.droppedSpans == 1024 } }
        #expect(bench.changes.count == 1)
    }
}
