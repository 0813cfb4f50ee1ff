import NIOCore
import Testing

@testable import HTTPServer

@Suite struct ConnectionDeadlinesTests {
    private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("A client that sends nothing is dropped after ten seconds, without a response") func silent() throws {
        let pipeline = try TimedPipeline()
        pipeline.wait(.milliseconds(9_999))
        #expect(pipeline.isOpen)
        pipeline.wait(.milliseconds(1))
        #expect(!pipeline.isOpen)
        #expect(try pipeline.sent().isEmpty)
    }

    @Test("A client that sends a byte of the header fields a second gets 408 at ten seconds, and is dropped")
    func dripping()
        throws
    {
        let pipeline = try TimedPipeline()
        let text = "GET / HTTP/1.1\r\nHost: h\r\nX-Long: \(String(repeating: "x", count: 100))"
        #expect(try pipeline.drip(String(text.prefix(10))) == 10)
        let response = try pipeline.sent()
        #expect(response.hasPrefix("HTTP/1.1 408 ") && response.contains("Connection: close"))
        #expect(try pipeline.drip(text) <= 2)
        #expect(!pipeline.isOpen)
    }

    @Test("While the application works on a request, there is no deadline") func working() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.request)
        pipeline.wait(.minutes(10))
        #expect(pipeline.isOpen)
        try pipeline.respond()
        #expect(try pipeline.sent().hasPrefix("HTTP/1.1 200 "))
        #expect(pipeline.isOpen)
    }

    @Test("A client has a minute between two requests") func idle() throws {
        let pipeline = try TimedPipeline()
        for _ in 0..<3 {
            try pipeline.receive(Self.request)
            try pipeline.respond()
            pipeline.wait(.seconds(59))
            #expect(pipeline.isOpen)
        }
        pipeline.wait(.seconds(3))
        #expect(!pipeline.isOpen)
    }

    @Test("The header fields of a later request have ten seconds from their first byte") func laterRequest() throws {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.request)
        try pipeline.respond()
        _ = try pipeline.sent()
        pipeline.wait(.seconds(55))
        #expect((10...12).contains(try pipeline.drip(Self.request)))
        #expect(try pipeline.sent().hasPrefix("HTTP/1.1 408 "))
        #expect(!pipeline.isOpen)
    }

    @Test("A connection stays open for as long as requests follow each other") func busy() throws {
        let pipeline = try TimedPipeline()
        for _ in 0..<200 {
            try pipeline.receive("GET / HTTP/1.1\r\n")
            pipeline.wait(.seconds(9))
            try pipeline.receive("Host: h\r\n\r\n")
            pipeline.wait(.seconds(20))
            try pipeline.respond()
            pipeline.wait(.seconds(50))
            #expect(pipeline.isOpen)
        }
    }

    @Test("With pipelined requests the idle time starts after the last response") func pipelined()
        throws
    {
        let pipeline = try TimedPipeline()
        try pipeline.receive(Self.request + Self.request)
        pipeline.wait(.seconds(100))
        try pipeline.respond()
        pipeline.wait(.seconds(100))
        #expect(pipeline.isOpen)
        try pipeline.respond()
        pipeline.wait(.seconds(59))
        #expect(pipeline.isOpen)
        pipeline.wait(.seconds(3))
        #expect(!pipeline.isOpen)
    }
}
