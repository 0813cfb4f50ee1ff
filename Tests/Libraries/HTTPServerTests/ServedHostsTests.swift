import Hummingbird
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct ServedHostsTests {
    private static func status(_ head: String, hosts: ServedHosts) async throws -> Int {
        let router = TestServer.router()
        router.get("/healthz") { _, _ in "well" }
        router.get("/readyz") { _, _ in "ready" }
        return try await TestServer.run(router, hosts: hosts) {
            try await $0.response("\(head)Connection: close\r\n\r\n").status
        }
    }

    @Test(
        "This machine's own names are served, with any port",
        arguments: [
            "localhost", "localhost:3000", "localhost:65535", "localhost:0080", "LOCALHOST:3000", "a.localhost",
            "a.b.localhost:80",
            "127.0.0.1", "127.1.2.3:65535", "[::1]",
            "[::1]:3001",
        ])
    func loopback(_ host: String) async throws {
        #expect(try await Self.status("GET / HTTP/1.1\r\nHost: \(host)\r\n", hosts: .loopback) == 200)
    }

    @Test(
        "A request for any other host, or an empty one, is misdirected",
        arguments: [
            "", "evil.example", "evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example",
            "127.0.0.1evil", "128.0.0.1",
            "0.0.0.0", "[::2]", "::1", "user@localhost", "localhost:0", "localhost:0000", "localhost:65536",
            "localhost:+3000", "localhost:x", "localhost/", "localhost#",
            "localhost\\",
        ])
    func other(_ host: String) async throws {
        #expect(try await Self.status("GET / HTTP/1.1\r\nHost: \(host)\r\n", hosts: .loopback) == 421)
    }

    @Test("The refusal of a foreign host names the right address, and comes before the routes and their methods")
    func text() async throws {
        try await TestServer.run(hosts: .loopback) { server in
            for request in ["POST /both", "PUT /both", "GET /nowhere"] {
                let response = try await server.response(
                    "\(request) HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n")
                #expect(response.status == 421 && response.body.contains("localhost"))
                #expect(response["Content-Type"] == "text/plain; charset=utf-8")
            }
        }
    }

    @Test("Probes are served by any name", arguments: ["/healthz", "/readyz", "/healthz?a=b"])
    func probes(_ path: String) async throws {
        #expect(try await Self.status("GET \(path) HTTP/1.1\r\nHost: 10.1.2.3:3000\r\n", hosts: .loopback) == 200)
    }

    @Test("HTTP/1.0 without a host is served") func noHost() async throws {
        #expect(try await Self.status("GET / HTTP/1.0\r\n", hosts: .loopback) == 200)
    }

    @Test("A server without a list of hosts serves every host", arguments: ["evil.example", ""])
    func any(_ host: String) async throws {
        #expect(try await Self.status("GET / HTTP/1.1\r\nHost: \(host)\r\n", hosts: .any) == 200)
    }
}
