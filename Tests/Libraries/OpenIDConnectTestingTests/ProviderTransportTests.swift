import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import Testing

/// A scripted provider without a socket.
@Suite struct ProviderTransportTests {
    private let provider: ScriptedProvider
    private let metadata: HTTPURL

    init() throws {
        metadata = try #require(HTTPURL("https://id.example/.well-known/openid-configuration"))
        provider = try ScriptedProvider(url: metadata)
    }

    private func kind(of request: TransportRequest) async -> TransportError.Kind? {
        await #expect(throws: TransportError.self) { _ = try await provider.send(request) }?.kind
    }

    @Test("Requests are handled and recorded, and other paths are unknown") func response() async throws {
        let response = try await provider.send(TransportRequest(.get, metadata))
        #expect(response.status == .ok)
        #expect(String(decoding: response.body, as: UTF8.self).contains("\"https://id.example\""))
        #expect(provider.requests(at: .metadata).count == 1)
        let other = try #require(HTTPURL("https://id.example/other"))
        #expect(try await provider.send(TransportRequest(.get, other)).status == .notFound)
    }

    @Test("A fault without a usable response is a transport's error") func faults() async {
        provider.change { $0.metadataFault = .dropped }
        #expect(await kind(of: TransportRequest(.get, metadata)) == .broken)
        provider.change { $0.metadataFault = .huge }
        #expect(await kind(of: TransportRequest(.get, metadata)) == .responseTooLarge)
        provider.change { $0.metadataFault = .slow(.seconds(3600)) }
        #expect(await kind(of: TransportRequest(.get, metadata, timeout: .milliseconds(1))) == .timedOut)
    }
}
