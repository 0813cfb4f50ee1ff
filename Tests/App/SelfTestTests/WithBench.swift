import CurlTransport

@testable import SelfTest

/// Runs a body with a bench.
func withBench(
    _ makeSubject: @escaping Bench.SubjectMaker = { try LibrarySubject(at: $0, transport: $1) },
    _ body: (Bench) async throws -> Void
) async throws {
    try await body(Bench(transport: CurlClient(), makeSubject: makeSubject))
}

extension Bench {
    /// The names of the modules that do not pass.
    func failing(_ modules: [Module]) async -> [String] {
        var names: [String] = []
        for module in modules where await module.run(on: self) != nil { names.append(module.name) }
        return names
    }
}
