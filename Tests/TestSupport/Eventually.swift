/// Waits until something is so, half a minute at most.
///
/// It asks again and again: for what no event tells.
///
/// - Throws: ``WaitedInVain``, and what the condition throws.
public func eventually(
    every pause: Duration = .milliseconds(5), _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw WaitedInVain() }
        try await Task.sleep(for: pause)
    }
}

/// What was waited for did not come.
public struct WaitedInVain: Error {}
