import SystemSupport
import Testing

@Suite struct PendingResultTests {
    private struct Fault: Error {}

    @Test("A task that waits is resumed once, by whichever result comes first")
    func first() async throws {
        let result = PendingResult<Int>()
        #expect(!result.isWaiting)
        let value = try await withCheckedThrowingContinuation { continuation in
            #expect(result.begin(continuation))
            #expect(result.isWaiting)
            result.resume(with: .success(1) as Result<Int, Fault>)
            result.resume(with: .failure(Fault()))
            #expect(!result.cancel())
        }
        #expect(value == 1 && !result.isWaiting && result.take() == nil)
    }

    @Test("The error of a failure is thrown")
    func failure() async {
        let result = PendingResult<Int>()
        await #expect(throws: Fault.self) {
            try await withCheckedThrowingContinuation { continuation in
                _ = result.begin(continuation)
                result.resume(with: .failure(Fault()))
            }
        }
    }

    @Test("A task that is cancelled before it waits doesn't wait, and the work isn't done")
    func cancelledEarly() async {
        let result = PendingResult<Int>()
        #expect(!result.cancel())
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { #expect(!result.begin($0)) }
        }
        #expect(!result.isWaiting && result.take() == nil && !result.cancel())
    }

    @Test("A task that is cancelled while it waits is resumed, and a result that comes later does nothing")
    func cancelledWhileWaiting() async {
        let result = PendingResult<Int>()
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { continuation in
                #expect(result.begin(continuation))
                #expect(result.cancel())
                #expect(!result.isWaiting && !result.cancel())
                result.resume(with: .success(1) as Result<Int, Fault>)
            }
        }
    }

    @Test("Whoever takes the continuation resumes the task alone")
    func taken() async throws {
        let result = PendingResult<Int>()
        let value = try await withCheckedThrowingContinuation { continuation in
            _ = result.begin(continuation)
            let taken = result.take()
            #expect(!result.cancel() && result.take() == nil)
            taken?.resume(returning: 2)
        }
        #expect(value == 2)
    }
}
