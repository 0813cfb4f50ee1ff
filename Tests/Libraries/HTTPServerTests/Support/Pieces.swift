import Hummingbird
import NIOCore

/// Makes responses of pieces without a Content-Length, and reports how many pieces each could write.
struct Pieces: Sendable {
    static let size = 64 * 1024

    let made: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation

    init() {
        (made, continuation) = AsyncStream.makeStream()
    }

    func response(_ count: Int) -> Response {
        Response(
            status: .ok,
            body: ResponseBody { [continuation] writer in
                var made = 0
                defer { continuation.yield(made) }
                while made < count {
                    try await writer.write(ByteBuffer(repeating: UInt8(ascii: "x"), count: Self.size))
                    made += 1
                }
                try await writer.finish(nil)
            })
    }
}
