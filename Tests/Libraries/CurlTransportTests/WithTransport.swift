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

/// Expects a call to end with an error of that kind.
@discardableResult func expectFault(
    _ kind: TransportError.Kind, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> TransportResponse
) async throws -> TransportError? {
    let found = try await error(call)
    #expect(found?.kind == kind, comment, sourceLocation: sourceLocation)
    return found
}

/// The kind of error that a call ends with; `nil` if it gets a response.
func fault(_ call: () async throws -> TransportResponse) async throws -> TransportError.Kind? {
    try await error(call)?.kind
}

private func error(_ call: () async throws -> TransportResponse) async throws -> TransportError? {
    do {
        _ = try await call()
        return nil
    } catch let error as TransportError {
        return error
    }
}

extension TransportResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
