import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlTLSTests {
    @Test("A certificate that no root has signed is refused")
    func unknownRoot() async throws {
        try await withTransport(tls: TestCertificate()) { _ in
            LoopbackResponse()
        } _: { transport, server in
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        "A root in the CA file is trusted, for a server's name and for its address",
        arguments: ["localhost", "127.0.0.1"])
    func extraRoot(host: String) async throws {
        let certificate = try await TestCertificate()
        try await withTransport(CurlConfiguration(caFile: certificate.caFile), tls: certificate) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            for _ in 0..<3 { _ = try await transport.send(TransportRequest(.get, server.url("/", host: host))) }
            #expect(server.connectionsAccepted == 1)
        }
    }

    @Test("HTTP/2 isn't chosen although the server has it, so that calls don't share the fault of a connection")
    func noHTTP2() async throws {
        // The server speaks HTTP/1.1 whatever is chosen.
        let certificate = try await TestCertificate(protocols: ["h2", "http/1.1"])
        try await withTransport(CurlConfiguration(caFile: certificate.caFile), tls: certificate) { _ in
            LoopbackResponse(body: "ok")
        } _: { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url()))
            #expect(response.text == "ok")
        }
    }

    @Test("A certificate for another host is refused")
    func wrongHost() async throws {
        let certificate = try await TestCertificate(names: ["DNS:other.example"])
        try await withTransport(CurlConfiguration(caFile: certificate.caFile), tls: certificate) { _ in
            LoopbackResponse()
        } _: { transport, server in
            try await expectFault(.insecure) {
                try await transport.send(TransportRequest(.get, server.url("/", host: "localhost")))
            }
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, server.url())) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A server that stands in for another host has to have that host's certificate")
    func standIn() async throws {
        let certificate = try await TestCertificate(names: ["DNS:one.example"])
        let server = try await LoopbackServer.start(tls: certificate) { _ in LoopbackResponse(body: "ok") }
        var configuration = CurlConfiguration(caFile: certificate.caFile)
        configuration.standIns = ["one.example", "two.example"].map { "\($0):443:127.0.0.1:\(server.port)" }
        let transport = try CurlClient(configuration)
        for _ in 0..<2 {
            let url = try #require(HTTPURL("https://one.example/path"))
            #expect(try await transport.send(TransportRequest(.get, url)).text == "ok")
        }
        let other = try #require(HTTPURL("https://two.example/"))
        try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, other)) }
        let host = try #require(HTTPField.Name("Host"))
        #expect(server.requests.map { $0.headerFields[host] } == ["one.example", "one.example"])
        await transport.shutDown()
        await server.stop()
    }

    @Test("A server that does not speak TLS is insecure")
    func plainServer() async throws {
        try await withTransport { _ in
            LoopbackResponse()
        } _: { transport, server in
            let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
            try await expectFault(.insecure) { try await transport.send(TransportRequest(.get, url)) }
        }
    }

    @Test("A CA file that doesn't exist, or has no root, is refused at once")
    func badFile() async throws {
        #expect(throws: TransportError.self) { try CurlClient(CurlConfiguration(caFile: "/nowhere/roots.pem")) }
        let folder = try TemporaryFolder()
        let empty = folder.file("empty.pem")
        try Data("nothing".utf8).write(to: URL(filePath: empty))
        #expect(throws: TransportError.self) { try CurlClient(CurlConfiguration(caFile: empty)) }
    }
}
