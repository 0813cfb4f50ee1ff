import HTTPTransport
import Hummingbird
import NIOSSL
import TestSupport

@testable import HTTPServer

/// A test server with TLS, and how to connect to it; it speaks HTTP/2 unless its test wants otherwise.
struct SecureTestServer {
    let server: TestServer
    private let client: NIOSSLContext

    static func run<Context: RequestContext, Result: Sendable>(
        _ router: Router<Context> = TestServer.router(), protocols: [String] = ["h2"],
        deadlines: ClientDeadlines = ClientDeadlines(), budget: ResponseBudget = ResponseBudget(),
        isDispensable: (@Sendable (Request) -> Bool)? = nil,
        _ body: (SecureTestServer) async throws -> Result
    ) async throws -> Result where Context: InitializableFromSource<ApplicationRequestContextSource> {
        let certificate = try await TestCertificate()
        let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
        var client = TLSConfiguration.makeClientConfiguration()
        client.trustRoots = .file(certificate.caFile)
        client.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: client)
        return try await TestServer.run(
            router, tls: identity, deadlines: deadlines, budget: budget, isDispensable: isDispensable
        ) { server in
            try await body(SecureTestServer(server: server, client: context))
        }
    }

    func open<Result: Sendable>(
        receiveBuffer: Int? = nil, _ body: (inout RawConnection) async throws -> Result
    ) async throws -> Result {
        try await server.open(tls: client, receiveBuffer: receiveBuffer, body)
    }
}

extension RawConnection {
    /// The status of a stream's response, once it is there.
    mutating func status(of stream: Int) async throws -> String {
        try await bytes { try? HTTP2Bytes.statuses($0)[stream] }
    }

    /// Waits until the server has reset a stream, and returns the code.
    mutating func reset(of stream: Int) async throws -> UInt8? {
        try await bytes { bytes in
            HTTP2Bytes.frames(bytes).first { $0.type == HTTP2Bytes.resetStream && $0.stream == stream }
        }.payload.last
    }

    /// Starts HTTP/2, with the server's settings in force.
    mutating func startHTTP2() async throws {
        try await send(HTTP2Bytes.preface)
        try await bytes { HTTP2Bytes.frames($0).contains { $0.type == HTTP2Bytes.settings } ? () : nil }
        try await send(HTTP2Bytes.settingsAcknowledgement)
    }
}
