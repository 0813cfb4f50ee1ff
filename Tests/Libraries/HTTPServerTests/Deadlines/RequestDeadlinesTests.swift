import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HTTPServer

@Suite struct RequestDeadlinesTests {
    private static let head = "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n"

    @Test("A body that comes a byte a second is refused with 408 at thirty seconds, and the connection ends")
    func slowBody() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.head)
        #expect(try pipeline.drip(String(repeating: "x", count: 30)) == 30)
        let response = try pipeline.sent()
        #expect(response.hasPrefix("HTTP/1.1 408 ") && response.contains("Connection: close"))
        // The application's response to it would now be a second one.
        try pipeline.respond()
        #expect(try pipeline.sent().isEmpty)
        pipeline.wait(.seconds(2))
        #expect(!pipeline.isOpen)
    }

    @Test("A body that arrives within thirty seconds is accepted") func bodyInTime() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.head)
        for _ in 0..<10 {
            pipeline.wait(.milliseconds(2_900))
            try pipeline.receive(String(repeating: "x", count: 100))
        }
        pipeline.wait(.seconds(60))
        try pipeline.respond()
        #expect(try pipeline.sent().hasPrefix("HTTP/1.1 200 "))
        #expect(pipeline.isOpen)
    }

    @Test("A slow body behind a request that still waits for its response gets no response of its own")
    func slowBodyBehindAnother() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n" + Self.head)
        pipeline.wait(.seconds(30))
        #expect(try pipeline.sent().isEmpty)
        #expect(!pipeline.isOpen)
    }

    /// Time without progress that is longer than the deadline for the whole, so that a test sees the latter alone.
    private static let patient = ClientDeadlines(progress: .seconds(600))

    @Test("A client that never reads is dropped ten seconds after the response started") func nothingTaken() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        pipeline.wait(.seconds(30))
        pipeline.network.isStalled = true
        try pipeline.respond()
        pipeline.wait(.milliseconds(9_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
    }

    /// Takes a piece every nine seconds, and expects the connection to end after a minute.
    private func dribble(_ pipeline: TimedPipeline) {
        for _ in 0..<6 {
            pipeline.wait(.seconds(9))
            #expect(pipeline.isOpen)
            pipeline.network.take(1)
        }
        pipeline.wait(.seconds(6))
        #expect(!pipeline.isOpen)
    }

    @Test("A client that takes a part of the response every nine seconds stays, up to a minute in all")
    func minuteInAll() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        pipeline.network.isStalled = true
        try pipeline.respond(String(repeating: "x", count: 200_000))
        pipeline.network.take(1)
        dribble(pipeline)
    }

    @Test("A client that takes 256 KiB of a response in each minute stays, and is dropped once it takes less")
    func longResponse() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        pipeline.network.isStalled = true
        try pipeline.respond(String(repeating: "x", count: 1_000_000))
        for _ in 0..<34 {
            pipeline.network.take(1)
            pipeline.wait(.milliseconds(3_500))
            #expect(pipeline.isOpen)
        }
        for _ in 0..<7 {
            pipeline.network.take(1)
            pipeline.wait(.seconds(9))
        }
        #expect(!pipeline.isOpen)
    }

    @Test("The bytes of one response don't renew the client's time for the next") func renewedAlone() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 2))
        pipeline.network.isStalled = true
        try pipeline.respond(String(repeating: "x", count: 200_000))
        let first = pipeline.network.count
        try pipeline.respond(String(repeating: "x", count: 200_000))
        // The fields of the second are no piece of it.
        pipeline.network.take(first + 1)
        dribble(pipeline)
    }

    @Test("While the server is full, a client has a minute for a whole response, however long it is")
    func longResponseWhilePressed() throws {
        let pipeline = try TimedPipeline(budget: ResponseBudget(ResponseBudget.Limits(server: 100_000)))
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        pipeline.network.isStalled = true
        try pipeline.respond(String(repeating: "x", count: 1_000_000))
        for _ in 0..<31 {
            pipeline.network.take(1)
            pipeline.wait(.milliseconds(1_900))
            #expect(pipeline.isOpen)
        }
        pipeline.network.take(1)
        pipeline.wait(.milliseconds(1_900))
        #expect(!pipeline.isOpen)
    }

    @Test("While the server is full, a client has two seconds to take a part of a response") func pressed() throws {
        let budget = ResponseBudget(ResponseBudget.Limits(server: 100_000))
        let pipeline = try TimedPipeline(budget: budget)
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        pipeline.network.isStalled = true
        try pipeline.respond(String(repeating: "x", count: 200_000))
        #expect(budget.isFull)
        pipeline.wait(.milliseconds(1_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
        #expect(!budget.isFull)
    }

    @Test(
        "A client that never reads is dropped a minute after the response started, whatever the deadline for progress")
    func stuckReader() throws {
        let pipeline = try TimedPipeline(Self.patient)
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        pipeline.wait(.seconds(5))
        pipeline.network.isStalled = true
        try pipeline.respond()
        pipeline.wait(.milliseconds(59_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
    }

    @Test("A client that takes the first of two responses but not the second is dropped a minute later")
    func stuckBetweenResponses() throws {
        let pipeline = try TimedPipeline(Self.patient)
        try pipeline.receive(String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 2))
        pipeline.network.isStalled = true
        try pipeline.respond()
        let first = pipeline.network.count
        try pipeline.respond()
        pipeline.wait(.seconds(30))
        pipeline.network.take(first)
        pipeline.wait(.milliseconds(59_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
    }

    @Test("A request that got its response before its body came gets no second response") func respondedEarly() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.head)
        try pipeline.respond()
        #expect(try pipeline.sent().hasPrefix("HTTP/1.1 200 "))
        pipeline.wait(.seconds(30))
        #expect(try pipeline.sent().isEmpty)
        #expect(!pipeline.isOpen)
    }

    /// Writes a part of a response, as the application does while it makes the next one.
    private func write(_ part: HTTPResponsePart, _ pipeline: TimedPipeline) {
        pipeline.channel.writeAndFlush(part, promise: nil)
        pipeline.channel.embeddedEventLoop.run()
    }

    @Test("The time in which the application makes more of a response isn't the client's") func slowApplication() throws
    {
        let pipeline = try TimedPipeline(Self.patient)
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        write(.head(HTTPResponse(status: .ok)), pipeline)
        for _ in 0..<5 {
            pipeline.wait(.seconds(50))
            write(.body(ByteBuffer(string: "part")), pipeline)
        }
        #expect(pipeline.isOpen)
        pipeline.network.isStalled = true
        write(.body(ByteBuffer(string: "part")), pipeline)
        pipeline.wait(.milliseconds(59_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
    }

    @Test("A client has a minute for all parts of a response together, whenever they are made") func slowForParts()
        throws
    {
        let pipeline = try TimedPipeline(Self.patient)
        try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        write(.head(HTTPResponse(status: .ok)), pipeline)
        pipeline.network.isStalled = true
        for _ in 0..<2 {
            write(.body(ByteBuffer(string: "part")), pipeline)
            pipeline.wait(.seconds(25))
            pipeline.network.take(pipeline.network.count)
            pipeline.wait(.seconds(100))
        }
        write(.body(ByteBuffer(string: "part")), pipeline)
        pipeline.wait(.milliseconds(9_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
    }

    @Test("A client that takes the response within a minute stays") func slowReader() throws {
        let pipeline = try TimedPipeline(Self.patient)
        for _ in 0..<3 {
            try pipeline.receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            pipeline.network.isStalled = true
            try pipeline.respond()
            pipeline.wait(.seconds(55))
            pipeline.network.isStalled = false
            pipeline.channel.flush()
            #expect(try pipeline.sent().hasPrefix("HTTP/1.1 200 "))
            pipeline.wait(.seconds(30))
            #expect(pipeline.isOpen)
        }
    }
}
