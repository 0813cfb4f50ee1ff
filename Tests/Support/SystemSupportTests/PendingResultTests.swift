import SystemSupport
import Testing

@Suite struct PendingResultTests {
    private struct Fault: Error {}

    /// `#expect` takes no calls of values that can't be copied.
    private final class Wait: Sendable {
        let result = PendingResult<Int>()
        var isWaiting: Bool { result.isWaiting }
        func start(_ continuation: PendingResult<Int>.Continuation) -> Bool { result.start(continuation) }
        func cancel() -> Bool { result.cancel() }
        func take() -> PendingResult<Int>.Continuation? { result.take() }
        func resume(with result: Result<Int, Fault>) { self.result.resume(with: result) }
    }

    @Test("A task that waits is resumed once, by whichever result comes first")
    func first() async throws {
        let wait = Wait()
        #expect(!wait.isWaiting)
        let value = try await withCheckedThrowingContinuation { continuation in
            #expect(wait.start(continuation))
            #expect(wait.isWaiting)
            wait.resume(with: .success(1))
            wait.resume(with: .failure(Fault()))
            #expect(!wait.cancel())
        }
        #expect(value == 1 && !wait.isWaiting && wait.take() == nil)
    }

    @Test("A task that waits throws the error of a failure")
    func failure() async {
        let wait = Wait()
        await #expect(throws: Fault.self) {
            try await withCheckedThrowingContinuation { continuation in
                _ = wait.start(continuation)
                wait.resume(with: .failure(Fault()))
            }
        }
    }

    @Test("A task that is cancelled before it waits doesn't wait, and the work isn't done")
    func cancelledEarly() async {
        let wait = Wait()
        #expect(!wait.cancel())
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { #expect(!wait.start($0)) }
        }
        #expect(!wait.isWaiting && wait.take() == nil && !wait.cancel())
    }

    @Test("A task that is cancelled while it waits is resumed, and a result that comes later does nothing")
    func cancelledWhileWaiting() async {
        let wait = Wait()
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { continuation in
                #expect(wait.start(continuation))
                #expect(wait.cancel())
                #expect(!wait.isWaiting && !wait.cancel())
                wait.resume(with: .success(1))
            }
        }
    }

    @Test("A continuation that is taken is resumed by its taker alone")
    func taken() async throws {
        let wait = Wait()
        let value = try await withCheckedThrowingContinuation { continuation in
            _ = wait.start(continuation)
            let taken = wait.take()
            #expect(!wait.cancel() && wait.take() == nil)
            taken?.resume(returning: 2)
        }
        #expect(value == 2)
    }
}
