import Testing

@testable import TasksWeb

/// Expects an error whose page is of a kind, and returns it.
@discardableResult
func expectPageError(
    _ kind: PageError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async -> PageError? {
    do {
        _ = try await body()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
        return nil
    } catch {
        let found = PageError(error)
        #expect(found.kind == kind, "\(error)", sourceLocation: sourceLocation)
        return found
    }
}
