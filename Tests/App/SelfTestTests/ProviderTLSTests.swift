import CurlTransport
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import TestSupport
import Testing

@Suite struct ProviderTLSTests {
    @Test("With the paths of a certificate and its key the provider is served over TLS, under https")
    func overTLS() async throws {
        let certificate = try await TestCertificate()
        let transport = try CurlClient(CurlConfiguration(caFile: certificate.caFile))
        let files = (certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        let (scheme, status) = try await ScriptedProvider.serving(tls: files) { provider in
            let metadata = provider.url.replacing(path: Endpoint.metadata.rawValue)
            return (provider.url.scheme, try await transport.send(TransportRequest(.get, metadata)).status)
        }
        #expect(scheme == .https)
        #expect(status == .ok)
    }

    @Test("Without a readable key the provider doesn't start") func noKey() async throws {
        await #expect(throws: (any Error).self) {
            try await ScriptedProvider.serving(tls: (certificateFile: "/nowhere/c.pem", keyFile: "/nowhere/k.pem")) {
                _ in
            }
        }
    }
}
