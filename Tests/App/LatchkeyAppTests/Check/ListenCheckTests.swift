import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LatchkeyApp

@Suite struct ListenCheckTests {
    @Test("A port in use is a fault of its setting, a free one is none") func ports() async throws {
        let server = try await LoopbackServer.start { _ in .drop }
        #expect(try findings(listen: "127.0.0.9:\(server.port)").map { $0.isGood } == [true])
        let taken = try findings(listen: "127.0.0.1:\(server.port)")
        #expect(taken.count == 1 && !taken[0].isGood)
        #expect(taken[0].text.hasPrefix("listen: 127.0.0.1:\(server.port)") && taken[0].text.contains("in use"))
        await server.stop()
    }

    private func findings(listen: String) throws -> [Finding] { try check(listen: listen).findings() }

    private func check(listen: String) throws -> ListenCheck {
        ListenCheck(
            configuration: try SettingsReading.read([
                "--listen", listen, "--authority", "http://localhost:1", "--client-id", "c", "--task-web-api",
                "http://localhost:2",
            ]))
    }

    @Test("A client that connects during the check is refused, as it is before the servers listen")
    func clients() async throws {
        let port = try ReservedPort()
        let attempts = Mutex(0)
        let client = Task {
            var connections = 0
            while !Task.isCancelled {
                if port.isConnecting() { connections += 1 }
                attempts.withLock { $0 += 1 }
            }
            return connections
        }
        let check = try check(listen: "127.0.0.1:\(port.number)")
        var faults = 0
        while attempts.withLock({ $0 }) < 10_000 {
            faults += check.findings().count { !$0.isGood }
            await Task.yield()
        }
        #expect(faults == 0)
        client.cancel()
        #expect(await client.value == 0)
    }

    /// A port on loopback that no other program is given, and at which nothing listens.
    private final class ReservedPort: Sendable {
        struct NoSocketError: Error {}

        private let file: Int32
        private let address: sockaddr_in

        init() throws {
            file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var isShared: Int32 = 1
            setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let file = file
            let isBound = Self.access(&address) { bind(file, $0, $1) == 0 && getsockname(file, $0, &$1) == 0 }
            self.address = address
            guard isBound else { throw NoSocketError() }
        }

        deinit { close(file) }

        var number: Int { Int(UInt16(bigEndian: address.sin_port)) }

        /// Whether a listener accepts a connection.
        func isConnecting() -> Bool {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            var address = address
            return Self.access(&address) { connect(file, $0, $1) == 0 }
        }

        private static func access(
            _ address: inout sockaddr_in, _ call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
        ) -> Bool {
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            return withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
            }
        }
    }

    @Test("Each server next to the web front end needs an address of its own") func parts() async throws {
        let server = try await LoopbackServer.start { _ in .drop }
        let configuration = try SettingsReading.read([
            "--listen", "192.0.2.1:\(server.port)", "--identity-listen", "127.0.0.2:\(server.port)", "--api-listen",
            "127.0.0.1:\(server.port)", "--admin-listen", "127.0.0.3:\(server.port)",
        ])
        let findings = ListenCheck(configuration: configuration).findings()
        #expect(findings.map(\.isGood) == [false, true, false, true])
        #expect(
            findings.map { $0.text.prefix { $0 != ":" } } == ["listen", "identityListen", "apiListen", "adminListen"])
        #expect(findings[0].text.contains("no such address") && findings[2].text.contains("in use"))
        await server.stop()
    }
}
