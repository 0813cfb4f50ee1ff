import CurlTransport

@testable import SelfTest

/// Runs a body with a bench, and ends its transport.
func withBench(
    _ makeSubject: @escaping Bench.SubjectMaker = { try LibrarySubject(at: $0, transport: $1) },
    _ body: (Bench) async throws -> Void
) async throws {
    let transport = try CurlClient()
    do {
        try await body(Bench(transport: transport, makeSubject: makeSubject))
    } catch {
        await transport.shutDown()
        throw error
    }
    await transport.shutDown()
}

extension Bench {
    /// The names of the modules that do not pass.
    func failing(_ modules: [Module]) async -> [String] {
        var names: [String] = []
        for module in modules where await module.run(on: self) != nil { names.append(module.name) }
        return names
    }
}
