import HTTPTransport
import TestSupport

/// An authority whose host the provider stands in for, over TLS: Microsoft's rules go by the host.
struct StandIn: Sendable {
    let authority: String
    let allowedTenants: [String]
    let certificate: TestCertificate
    let port: Int
    /// The authority's origin.
    let origin: String

    /// The hook of the transport that leads calls for the host to the provider.
    var connection: String { "\(origin.dropFirst("https://".count)):443:127.0.0.1:\(port)" }

    init(_ authority: String, allowedTenants: [String] = []) async throws {
        guard let url = HTTPURL(authority) else { throw LoopbackFault.notAURL }
        self.authority = authority
        self.allowedTenants = allowedTenants
        origin = url.origin
        certificate = try await TestCertificate(names: ["DNS:\(url.host)"])
        port = try await FreePort.find()
    }
}
