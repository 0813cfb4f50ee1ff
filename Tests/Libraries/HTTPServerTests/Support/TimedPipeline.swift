import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

@testable import HTTPServer

/// A connection of HTTP/1.1 in memory, whose clock the test moves.
final class TimedPipeline {
    let channel = EmbeddedChannel()
    let network = StalledNetwork()

    init(_ deadlines: ClientDeadlines = ClientDeadlines(), budget: ResponseBudget = ResponseBudget()) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(network)
        try pipeline.addHandler(ConnectionDeadlines(deadlines))
        try HTTP1Connection.configure(pipeline, ServerLimits(deadlines: deadlines), budget)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
    }

    deinit {
        // A channel and its handlers retain one another until it is closed.
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    var isOpen: Bool { channel.isActive }

    func receive(_ text: String) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    /// Sends a text a byte a second, for as long as the connection accepts it; returns the number of bytes.
    func drip(_ text: String) throws -> Int {
        var count = 0
        for byte in text.utf8 {
            guard isOpen else { break }
            try channel.writeInbound(ByteBuffer(bytes: [byte]))
            count += 1
            wait(.seconds(1))
        }
        return count
    }

    func wait(_ time: TimeAmount) {
        channel.embeddedEventLoop.advanceTime(by: time)
    }

    /// Responds to a request as the application does.
    func respond(_ body: String = "hello") throws {
        let fields: HTTPFields = [.contentLength: "\(body.utf8.count)"]
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: fields)), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(string: body)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        channel.embeddedEventLoop.run()
    }

    /// The text that was sent since the last call.
    func sent() throws -> String {
        var text = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
        return text
    }
}
