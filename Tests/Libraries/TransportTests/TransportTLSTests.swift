import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct TransportTLSTests {
    @Test("A certificate that no root has signed is refused", arguments: TransportKind.allCases)
    func unknownRoot(_ kind: TransportKind) async throws {
        try await withTransport(kind, tls: TestCertificate()) { _ in
            LoopbackResponse()
        } _: { transport, server in
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        "A root in the CA file is trusted, for a server's name and for its address",
        arguments: TransportKind.allCases, ["localhost", "127.0.0.1"])
    func extraRoot(_ kind: TransportKind, host: String) async throws {
        let certificate = try await TestCertificate()
        try await withTransport(kind, caFile: certificate.caFile, tls: certificate) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            for _ in 0..<3 { _ = try await transport.send(TransportRequest(.get, server.url("/", host: host))) }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test(
        "HTTP/2 isn't chosen although the server has it, so that calls don't share the fault of a connection",
        arguments: TransportKind.allCases)
    func noHTTP2(_ kind: TransportKind) async throws {
        // The server speaks HTTP/1.1 whatever is chosen.
        let certificate = try await TestCertificate(protocols: ["h2", "http/1.1"])
        try await withTransport(kind, caFile: certificate.caFile, tls: certificate) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.text == "ok")
        }
    }

    @Test("A certificate for another host is refused", arguments: TransportKind.allCases)
    func wrongHost(_ kind: TransportKind) async throws {
        let certificate = try await TestCertificate(names: ["DNS:other.example"])
        try await withTransport(kind, caFile: certificate.caFile, tls: certificate) { _ in
            LoopbackResponse()
        } _: { transport, server in
            try await expectFault(.insecure) {
                try await transport.send(TransportRequest(.get, server.url("/", host: "localhost")))
            }
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A server that does not speak TLS is insecure", arguments: TransportKind.allCases)
    func plainServer(_ kind: TransportKind) async throws {
        try await withTransport(kind) { _ in
            LoopbackResponse()
        } _: { transport, server in
            let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, url)) }
        }
    }

    @Test("A CA file that doesn't exist, or has no root, is refused at once", arguments: TransportKind.allCases)
    func badFile(_ kind: TransportKind) async throws {
        #expect(throws: TransportError.self) { try kind.make(caFile: "/nowhere/roots.pem") }
        let folder = try TemporaryFolder()
        let empty = folder.file("empty.pem")
        try Data("nothing".utf8).write(to: URL(filePath: empty))
        #expect(throws: TransportError.self) { try kind.make(caFile: empty) }
    }
}
