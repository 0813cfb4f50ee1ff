import HTTPTransport
import HTTPTypes
import HummingbirdOpenIDConnect
import Synchronization
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct CircuitBreakerTests {
    /// A clock that a test moves.
    private final class Time: Sendable {
        private let elapsed = Mutex(Duration.zero)
        private let start = ContinuousClock.now

        var now: @Sendable () -> ContinuousClock.Instant { { self.start + self.elapsed.withLock(\.self) } }

        func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }
    }

    private let time = Time()
    private let breaker: CircuitBreaker

    init() {
        breaker = CircuitBreaker(timeout: .seconds(10), now: time.now)
    }

    /// Runs a body as a call.
    private func run(_ body: () async throws -> Void) async throws {
        let isTrial = try breaker.start()
        do {
            try await body()
            breaker.succeed()
        } catch {
            breaker.fail(error, timeout: .seconds(10), isTrial: isTrial)
            throw error
        }
    }

    private enum Outcome: CaseIterable {
        case response, timeOut, unreachable, cancelled, noToken

        func produce() throws {
            switch self {
            case .response: break
            case .timeOut: throw TransportError(.timedOut, "test")
            case .unreachable: throw TransportError(.unreachable, "test")
            case .cancelled: throw CancellationError()
            case .noToken: throw SignInError(.notSignedIn)
            }
        }
    }

    /// Whether a call with this outcome was let through.
    @discardableResult private func call(_ outcome: Outcome) async -> Bool {
        do {
            try await run { try outcome.produce() }
            return true
        } catch {
            return !(error is TasksAPIError)
        }
    }

    private func open() async {
        for _ in 0..<5 { await call(.timeOut) }
    }

    @Test("Four time-outs in a row suspend nothing, the fifth suspends all calls for two seconds") func opens() async {
        for _ in 0..<4 { #expect(await call(.timeOut)) }
        #expect(!breaker.isOpen)
        #expect(await call(.timeOut))
        #expect(breaker.isOpen)
        time.advance(by: .milliseconds(1999))
        #expect(await !call(.response) && breaker.isOpen)
        time.advance(by: .milliseconds(1))
        #expect(!breaker.isOpen)
        #expect(await call(.response))
    }

    @Test("Time-outs with a response or another failure between them are not in a row")
    func reset() async {
        for between in [Outcome.response, .unreachable] {
            for _ in 0..<4 { await call(.timeOut) }
            await call(between)
        }
        for _ in 0..<4 { await call(.timeOut) }
        #expect(!breaker.isOpen)
    }

    @Test("A call that its caller cancels says nothing about the service") func cancelled() async {
        for outcome in [Outcome.cancelled, .noToken] {
            for _ in 0..<2 { await call(.timeOut) }
            await call(outcome)
        }
        #expect(!breaker.isOpen)
        await call(.timeOut)
        #expect(breaker.isOpen)
    }

    @Test("The error of suspended calls says how many seconds are left, at least one") func seconds() async {
        await open()
        for (advance, seconds) in [(0, 2), (900, 2), (200, 1), (800, 1)] {
            time.advance(by: .milliseconds(advance))
            await #expect { try await run {} } throws: {
                ($0 as? TasksAPIError) == .suspended(seconds: seconds)
            }
        }
    }

    @Test("After the pause one call is tried, and meanwhile the error has the same wait as before") func trial()
        async throws
    {
        await open()
        time.advance(by: .seconds(2))
        try await run {
            for _ in 0..<3 { #expect(await !call(.response)) }
            #expect(breaker.isOpen)
        }
        for _ in 0..<3 { #expect(await call(.response)) }
    }

    @Test("A trial that times out suspends the calls again") func failedTrial() async {
        await open()
        time.advance(by: .seconds(2))
        #expect(await call(.timeOut))
        #expect(breaker.isOpen)
        time.advance(by: .seconds(2))
        #expect(await call(.unreachable))
        // The API has responded by now.
        for _ in 0..<4 { #expect(await call(.timeOut)) }
        #expect(!breaker.isOpen)
    }

    @Test("If the trial's caller cancels it, the next call is the trial", arguments: [false, true])
    func abandonedTrial(_ isCancelled: Bool) async {
        await open()
        time.advance(by: .seconds(2))
        #expect(await call(isCancelled ? .cancelled : .noToken))
        #expect(await call(.response))
        #expect(await call(.response))
    }

    @Test("A call that was made before the pause neither lengthens it nor ends a trial by its time-out") func late()
        async throws
    {
        await #expect(throws: TransportError.self) {
            try await run {
                await open()
                time.advance(by: .seconds(1))
                throw TransportError(.timedOut, "test")
            }
        }
        time.advance(by: .seconds(1))
        #expect(await call(.response))
    }

    @Test("A trial that times out after a call from before has succeeded suspends nothing") func lateSuccess()
        async throws
    {
        await open()
        time.advance(by: .seconds(2))
        await #expect(throws: TransportError.self) {
            try await run {
                // As one would that was made before the pause.
                breaker.succeed()
                throw TransportError(.timedOut, "test")
            }
        }
        #expect(!breaker.isOpen)
    }
}
