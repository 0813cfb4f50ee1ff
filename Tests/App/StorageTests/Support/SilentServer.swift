import Glibc
import TestSupport

/// A server on loopback that accepts connections and never sends anything.
final class SilentServer: Sendable {
    struct Refused: Error {}

    let port: UInt16
    private let socket: Int32

    init() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, pointer, &length) == 0
            }
        }
        self.socket = socket
        port = UInt16(bigEndian: address.sin_port)
        guard isListening, fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else { throw Refused() }
    }

    deinit {
        close(socket)
    }

    /// Waits for a connection, which stays open as long as the process.
    func accept() async throws {
        try await eventually(every: .milliseconds(1)) { Glibc.accept(socket, nil, nil) >= 0 }
    }
}
