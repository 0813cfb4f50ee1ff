import NIOCore
import NIOPosix
import Synchronization

/// Finds ports to listen on, for addresses that have to be known beforehand, such as a redirect URI.
public enum FreePort {
    // Below the range from which the system takes the ports of outgoing connections, so that none of these takes such a
    // port.
    private static let range = 12_000..<32_000
    private static let next = Mutex(Int.random(in: range))

    /// A port that nothing listens on.
    public static func find() async throws -> Int {
        while true {
            let port = next.withLock { next in
                next = next + 1 < range.upperBound ? next + 1 : range.lowerBound
                return next
            }
            guard
                let channel = try? await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(
                    host: "127.0.0.1", port: port
                )
                .get()
            else { continue }
            try await channel.close()
            return port
        }
    }
}
