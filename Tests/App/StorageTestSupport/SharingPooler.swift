import Foundation

/// A pooler of transactions before a server: two clients, whose connections to the server are swapped when one of them
/// starts a transaction.
///
/// It doesn't track prepared statements.
public final class SharingPooler: Sendable {
    struct Refused: Error {}

    /// Its TCP port on loopback.
    public let port: UInt16

    /// Starts it; it ends with the first connection that is closed, or with the process.
    ///
    /// - Parameter server: The server's TCP port on loopback.
    public init(before server: UInt16) throws {
        let listener = try Self.socket(of: 0) { bind($0, $1, $2) == 0 && listen($0, 2) == 0 }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = Self.withAddress(&address) { getsockname(listener, $0, &length) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { Self.relay(listener, server) }
    }

    private static func relay(_ listener: Int32, _ port: UInt16) {
        var clients: [Int32] = [], servers: [Int32] = []
        defer { for descriptor in [listener] + clients + servers { close(descriptor) } }
        while true {
            var polled = ([listener] + clients + servers).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return }
            for ready in polled where ready.revents != 0 {
                if ready.fd == listener {
                    guard let server = try? socket(of: port, { connect($0, $1, $2) == 0 }) else { return }
                    clients.append(accept(listener, nil, nil))
                    servers.append(server)
                    continue
                }
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = read(ready.fd, &bytes, bytes.count)
                guard count > 0 else { return }
                if let client = clients.firstIndex(of: ready.fd) {
                    if servers.count == 2, bytes[..<count].elementsEqual(beginStatement) { servers.swapAt(0, 1) }
                    guard write(servers[client], bytes, count) == count else { return }
                } else if let server = servers.firstIndex(of: ready.fd) {
                    guard write(clients[server], bytes, count) == count else { return }
                }
            }
        }
    }

    /// The message of the simple query `BEGIN`.
    private static let beginStatement = Array("Q\u{0}\u{0}\u{0}\u{A}BEGIN\u{0}".utf8)

    private static func socket(
        of port: UInt16, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws -> Int32 {
        let descriptor = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let isUsable = withAddress(&address) { use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        guard isUsable else { throw Refused() }
        return descriptor
    }

    private static func withAddress<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }
}
