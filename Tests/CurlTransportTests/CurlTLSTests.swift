import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlTLSTests {
    @Test("A certificate that no root vouches for is refused")
    func unknownRoot() async throws {
        try await withTransport(tls: TestCertificate()) { _ in
            Reply()
        } _: { transport, server in
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A root of the file is trusted, by name and by address", arguments: ["localhost", "127.0.0.1"])
    func extraRoot(host: String) async throws {
        let certificate = try await TestCertificate()
        try await withTransport(CurlConfiguration(caFile: certificate.caFile), tls: certificate) { _ in
            Reply(body: "ok")
        } _: { transport, server in
            for _ in 0..<3 { _ = try await transport.send(TransportRequest(.get, server.url("/", host: host))) }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test("A certificate for another host is refused")
    func wrongHost() async throws {
        let certificate = try await TestCertificate(names: ["DNS:other.example"])
        try await withTransport(CurlConfiguration(caFile: certificate.caFile), tls: certificate) { _ in
            Reply()
        } _: { transport, server in
            try await expectFault(.insecure) {
                try await transport.send(TransportRequest(.get, server.url("/", host: "localhost")))
            }
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A server that does not speak TLS is insecure")
    func plainServer() async throws {
        try await withTransport { _ in
            Reply()
        } _: { transport, server in
            let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, url)) }
        }
    }

    @Test("A file of roots that isn't there, or has none, is refused at once")
    func badFile() async throws {
        #expect(throws: TransportError.self) { try CurlClient(CurlConfiguration(caFile: "/nowhere/roots.pem")) }
        let empty = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-\(UUID().uuidString).pem")
        try Data("nothing".utf8).write(to: empty)
        defer { try? FileManager.default.removeItem(at: empty) }
        #expect(throws: TransportError.self) { try CurlClient(CurlConfiguration(caFile: empty.path)) }
    }
}
