import CurlTransport

/// Runs a test with a transport that trusts a certificate.
func withCurl(caFile: String, _ body: (CurlClient) async throws -> Void) async throws {
    let transport = try CurlClient(CurlConfiguration(caFile: caFile))
    do { try await body(transport) } catch {
        await transport.shutDown()
        throw error
    }
    await transport.shutDown()
}
