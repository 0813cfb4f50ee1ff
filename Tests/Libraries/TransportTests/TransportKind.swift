import AsyncHTTPClientTransport
import CurlTransport
import HTTPTransport
import ServiceLifecycle
import TestSupport

/// A transport that can be shut down.
protocol TestedTransport: Transport, Service {
    func shutDown() async
}

extension CurlClient: TestedTransport {}
extension AsyncHTTPTransport: TestedTransport {}

/// The transports that must keep what ``HTTPTransport/Transport`` promises.
enum TransportKind: CaseIterable {
    case curl
    case asyncHTTP

    func make(caFile: String? = nil, userAgent: String? = nil) throws -> any TestedTransport {
        switch self {
        case .curl: try CurlClient(CurlConfiguration(caFile: caFile, userAgent: userAgent))
        case .asyncHTTP: try AsyncHTTPTransport(AsyncHTTPConfiguration(caFile: caFile, userAgent: userAgent))
        }
    }
}

/// Runs a test with a new server and a new transport, and ends both.
func withTransport(
    _ kind: TransportKind, caFile: String? = nil, userAgent: String? = nil, tls: TestCertificate? = nil,
    respond: @escaping LoopbackServer.Handler,
    _ body: (any TestedTransport, LoopbackServer) async throws -> Void
) async throws {
    let server = try await LoopbackServer.start(tls: tls, respond)
    let transport = try kind.make(caFile: caFile, userAgent: userAgent)
    do { try await body(transport, server) } catch {
        await transport.shutDown()
        await server.stop()
        throw error
    }
    await transport.shutDown()
    await server.stop()
}
