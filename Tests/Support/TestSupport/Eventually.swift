/// Waits until a condition is true, half a minute at most.
///
/// Polls, because the change of such a condition causes no event.
///
/// - Throws: ``WaitedInVain``, and what the condition throws.
public func eventually(
    every pause: Duration = .milliseconds(5), file: String = #fileID, line: Int = #line,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw WaitedInVain(file: file, line: line) }
        try await Task.sleep(for: pause)
    }
}

/// A condition that was waited for didn't become true.
public struct WaitedInVain: Error {
    /// The place of the call.
    let file: String, line: Int
}
