import NIOCore
import NIOPosix
import ServiceLifecycle

/// Runs a body while a server listens.
///
/// - Throws: ``NotListeningError`` if it doesn't come to that, as when the port has been taken; else what the body
///   throws.
func listening(
    _ make: (_ onListening: @escaping @Sendable (Int) async -> Void) throws -> any Service,
    _ body: @Sendable () async throws -> Void
) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let service = try make { continuation.yield($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { continuation.finish() }
            try await service.run()
        }
        defer { group.cancelAll() }
        guard await ports.first(where: { _ in true }) != nil else { throw NotListeningError() }
        try await body()
    }
}

/// A server could not listen at its port.
struct NotListeningError: Error, CustomStringConvertible {
    var description: String { "the site could not listen at a port that was free" }
}

/// Finds a port to listen on: the redirect URI has to name it beforehand.
enum FreePort {
    // Below the range from which the system takes the ports of outgoing connections, so that none of these takes the
    // port.
    private static let range = 12_000..<32_000
    private static let attempts = 200

    static func find() async throws -> Int {
        for _ in 0..<attempts {
            let port = Int.random(in: range)
            let server = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            guard let channel = try? await server.bind(host: "127.0.0.1", port: port).get() else { continue }
            try await channel.close()
            return port
        }
        throw SelfTestError("no port is free")
    }
}
