import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// The body of the request that an ``ExchangeHandler`` handed out last; read once, on its event loop.
struct ReceivedBody: AsyncSequence {
    struct Iterator: AsyncIteratorProtocol {
        let exchanges: ExchangeHandler

        mutating func next() async throws -> ByteBuffer? {
            try await exchanges.nextPartOfBody()
        }
    }

    let exchanges: NIOLoopBound<ExchangeHandler>

    func makeAsyncIterator() -> Iterator {
        Iterator(exchanges: exchanges.value)
    }
}

/// Writes the body of a response to an ``ExchangeHandler``.
struct SentBody: ResponseBodyWriter {
    let exchanges: ExchangeHandler
    /// How many bytes are still to be written; `nil`: as many as the body writes.
    var missing: Int?

    mutating func write(_ bytes: ByteBuffer) async throws {
        missing = missing.map { $0 - bytes.readableBytes }
        guard missing != 0 else {
            // The end follows a complete body at once, and is sent with it. A response that waited here would have no
            // deadline, because nothing of it is sent yet.
            return try exchanges.write(.body(bytes))
        }
        try await exchanges.room()
        try exchanges.write(.body(bytes))
        exchanges.flush()
    }

    consuming func finish(_ trailers: HTTPFields?) async throws {
        try exchanges.end(trailers)
    }
}
