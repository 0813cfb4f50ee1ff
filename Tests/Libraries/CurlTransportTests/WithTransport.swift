import CurlTransport
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Runs a test with a new server and a new transport, and ends both.
func withTransport(
    _ configuration: CurlConfiguration = CurlConfiguration(), tls: TestCertificate? = nil,
    respond: @escaping LoopbackServer.Handler,
    _ body: (CurlClient, LoopbackServer) async throws -> Void
) async throws {
    let server = try await LoopbackServer.start(tls: tls, respond)
    let transport = try CurlClient(configuration)
    do { try await body(transport, server) } catch {
        await transport.shutDown()
        await server.stop()
        throw error
    }
    await transport.shutDown()
    await server.stop()
}
