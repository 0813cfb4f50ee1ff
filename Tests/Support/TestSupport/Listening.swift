package import ServiceLifecycle

/// Runs a body while a server listens, and hands it the port.
package func listening<Result: Sendable>(
    _ make: (_ onListening: @escaping @Sendable (Int) async -> Void) throws -> any Service,
    _ body: @Sendable (Int) async throws -> Result
) async throws -> Result {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let service = try make { continuation.yield($0) }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { continuation.finish() }
            try await service.run()
        }
        defer { group.cancelAll() }
        guard let port = await ports.first(where: { _ in true }) else {
            try await group.waitForAll()
            throw CancellationError()
        }
        return try await body(port)
    }
}
