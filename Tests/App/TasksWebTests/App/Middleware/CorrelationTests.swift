import Hummingbird
import Logging
import Testing

@testable import TasksWeb

@Suite struct CorrelationTests {
    private func identifier(_ configured: String?) async throws -> String? {
        var found: String?
        _ = try await CorrelationMiddleware(configured: configured).respond(to: InProcess.request()) { _, _ in
            found = Correlation.identifier
            return Response(status: .ok)
        }
        return found
    }

    @Test("Each request has a correlation identifier of its own") func own() async throws {
        let one = try #require(try await identifier(nil)), other = try #require(try await identifier(nil))
        #expect(one != other)
        #expect(one.wholeMatch(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#) != nil)
    }

    @Test("A configured correlation identifier serves all requests") func configured() async throws {
        #expect(try await identifier("11111111-2222-3333-4444-555555555555") == "11111111-2222-3333-4444-555555555555")
    }

    @Test("Outside a request there is no correlation identifier") func outside() {
        #expect(Correlation.identifier == nil && Correlation.metadata.get().isEmpty)
    }
}
