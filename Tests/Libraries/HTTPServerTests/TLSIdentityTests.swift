import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct TLSIdentityTests {
    private static func get(_ server: TestServer, _ transport: CurlClient) async throws -> Int {
        let url = try #require(HTTPURL("https://localhost:\(server.port)/"))
        return try await transport.send(TransportRequest(.get, url)).status.code
    }

    /// Whether a new connection is shown a certificate that this root vouches for.
    private static func isTrusted(_ server: TestServer, by certificate: TestCertificate) async throws -> Bool {
        (try? await get(server, CurlClient(CurlConfiguration(caFile: certificate.caFile)))) == 200
    }

    @Test("A new certificate is shown to new connections, and open connections go on") func replaced()
        async throws
    {
        let (old, new) = (try await TestCertificate(), try await TestCertificate())
        let identity = try TLSIdentity(certificateFile: old.certificateFile, keyFile: old.keyFile)
        try await TestServer.run(tls: identity) { server in
            let transport = try CurlClient(CurlConfiguration(caFile: old.caFile))
            #expect(try await Self.get(server, transport) == 200)
            #expect(try await !Self.isTrusted(server, by: new))
            try identity.replace(certificateFile: new.certificateFile, keyFile: new.keyFile)
            #expect(try await Self.isTrusted(server, by: new))
            #expect(try await !Self.isTrusted(server, by: old))
            #expect(try await Self.get(server, transport) == 200)
        }
    }

    @Test("Certificate files that can't be read or don't belong together leave the old ones in use") func refused()
        async throws
    {
        let (good, other) = (try await TestCertificate(), try await TestCertificate())
        let identity = try TLSIdentity(certificateFile: good.certificateFile, keyFile: good.keyFile)
        try await TestServer.run(tls: identity) { server in
            for (certificate, key) in [
                (other.certificateFile, good.keyFile), (good.certificateFile, other.keyFile),
                ("/nowhere", good.keyFile),
                (good.keyFile, good.keyFile), (other.certificateFile, "/dev/null"),
            ] {
                #expect(throws: (any Error).self, "\(certificate), \(key)") {
                    try identity.replace(certificateFile: certificate, keyFile: key)
                }
            }
            let isStillGood = try await Self.isTrusted(server, by: good)
            #expect(isStillGood)
        }
    }
}
