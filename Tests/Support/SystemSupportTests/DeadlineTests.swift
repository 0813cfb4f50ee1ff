import TestSupport
import Testing

@testable import SystemSupport

@Suite struct DeadlineTests {
    private struct Fault: Error {}

    @Test("An operation that ends in time has its result or error") func inTime() async throws {
        #expect(try await withDeadline(.now + .seconds(60)) { 1 } == 1)
        await #expect(throws: Fault.self) { try await withDeadline(.now + .seconds(60)) { throw Fault() } }
    }

    @Test("An operation that is late has no result, and goes on", .timeLimit(.minutes(1))) func late() async throws {
        let gate = Gate()
        let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
        let result: Void? = try await withDeadline(.now + .milliseconds(20)) {
            await gate.pass()
            continuation.yield(!Task.isCancelled)
        }
        #expect(result == nil)
        gate.open()
        #expect(await ends.first { _ in true } == true)
    }

    @Test("A task that is cancelled doesn't wait for an operation with a deadline", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let gate = Gate()
        let waiting = Task { try await withDeadline(.now + .seconds(3600)) { await gate.pass() } }
        await gate.waitForArrival()
        waiting.cancel()
        let result: Void? = try await waiting.value
        #expect(result == nil)
        gate.open()
    }
}
