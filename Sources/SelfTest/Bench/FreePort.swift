import NIOCore
import NIOPosix

/// Finds a port to listen on: the redirect URI has to name it beforehand.
enum FreePort {
    // Below the range from which the system takes the ports of outgoing connections, so that none of these takes it
    // away.
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
        throw Shortfall("no port is free")
    }
}
