import HTTPTransport
import MisbehavingProvider
import TestSupport

/// The built example, running.
struct ExampleProgram: Sendable {
    let origin: String

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
        let origin = "http://localhost:\(port)"
        provider.client.redirectURIs = ["\(origin)/sign-in/return"]
        provider.client.postLogoutRedirectURIs = ["\(origin)/"]
        let registration = [
            "ISSUER": provider.url.origin, "CLIENT_ID": provider.client.id,
            "CLIENT_SECRET": provider.client.secret ?? "", "PORT": "\(port)",
        ]
        try await BuiltProgram.running(
            "SignedInRoute", environment: registration.merging(environment) { $1 }, until: ["listening"]
        ) {
            try await body(ExampleProgram(origin: origin))
        }
    }
}
