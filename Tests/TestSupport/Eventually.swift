/// Waits until a condition holds, half a minute at most.
///
/// It polls, for conditions whose change no event tells.
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

/// A condition that was waited for didn't come to hold.
public struct WaitedInVain: Error {
    /// Where it was waited for.
    let file: String, line: Int
}
