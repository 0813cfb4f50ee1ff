import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct CurlTLSTests {
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
}
