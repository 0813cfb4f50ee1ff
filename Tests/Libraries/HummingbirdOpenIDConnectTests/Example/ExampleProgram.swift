import HTTPTransport
import MisbehavingProvider
import TestSupport
import Testing

/// The built example, running.
struct ExampleProgram: Sendable {
    let url: HTTPURL

    /// Runs a body while the example listens; then ends it, and makes sure that it exits.
    ///
    /// - Parameters:
    ///   - port: Where it listens; `nil` for any free port.
    ///   - environment: Variables in addition to those of the registration.
    static func running(
        at provider: ScriptedProvider, port: Int? = nil, environment: [String: String] = [:],
        _ body: (ExampleProgram) async throws -> Void
    ) async throws {
        let port = if let port { port } else { try await FreePort.find() }
        let url = try #require(HTTPURL("http://localhost:\(port)"))
        provider.client.redirectURIs = ["\(url.origin)/sign-in/return"]
        provider.client.postLogoutRedirectURIs = ["\(url.origin)/"]
        let registration = [
            "ISSUER": provider.url.origin, "CLIENT_ID": provider.client.id,
            "CLIENT_SECRET": provider.client.secret ?? "", "PORT": "\(port)",
        ]
        try await BuiltProgram.running(
            "SignedInRoute", environment: registration.merging(environment) { $1 }, until: ["listening"]
        ) {
            try await body(ExampleProgram(url: url))
        }
    }
}
