import Testing

/// Waits until something is so; a test in which it never is fails.
func eventually(
    within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it did not come to be so", sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(10))
    }
}
