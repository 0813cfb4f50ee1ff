import Testing

/// Waits until something is so; a test in which it isn't within half a minute fails.
///
/// It asks again and again: for what a server does after its response there is no event.
func eventually(
    every pause: Duration = .milliseconds(10), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it did not come to be so", sourceLocation: sourceLocation)
        try await Task.sleep(for: pause)
    }
}
