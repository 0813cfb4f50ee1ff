import Hummingbird

/// Runs a body while an application listens.
///
/// - Throws: ``NotListening`` where it doesn't come to that, as when the port has been taken; else what the body
///   throws.
func listening(
    _ make: (_ onListening: @escaping @Sendable (Int) async -> Void) throws -> some ApplicationProtocol,
    _ body: @Sendable () async throws -> Void
) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = try make { continuation.yield($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { continuation.finish() }
            try await application.run()
        }
        defer { group.cancelAll() }
        guard await ports.first(where: { _ in true }) != nil else { throw NotListening() }
        try await body()
    }
}
