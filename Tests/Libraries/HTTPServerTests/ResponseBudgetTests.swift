import Dispatch
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(1))) final class ResponseBudgetTests {
    /// Room for two requests of a connection and three of the server, whose estimates don't run out while a test runs.
    private static let limits = ResponseBudget.Limits(connection: 20, server: 30, estimate: 10, patience: .seconds(600))

    /// The test's channels, each of which is retained by its pipeline and by tasks of its loop that are still to come.
    private var channels: [NIOAsyncTestingChannel] = []

    deinit {
        for channel in channels {
            channel.close(promise: nil)
            channel.testingEventLoop.shutdownGracefully { _ in }
        }
    }

    private func channel() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        channels.append(channel)
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80))
        return channel
    }

    @Test("Requests past a connection's bound wait, in order, until a response is written and sent") func connection()
        async throws
    {
        let budget = ResponseBudget(Self.limits)
        let channel = try await self.channel()
        let first = try await budget.start(on: channel)
        _ = try await budget.start(on: channel)
        let arrivals = AsyncStream<Int>.makeStream()
        let third = Task {
            let turn = try await budget.start(on: channel)
            arrivals.continuation.yield(3)
            return turn
        }
        try await budget.waitForQueue(of: 1)
        let fourth = Task {
            let turn = try await budget.start(on: channel)
            arrivals.continuation.yield(4)
            return turn
        }
        try await budget.waitForQueue(of: 2)
        // Written, but not sent: the bytes take the place of the estimate.
        budget.wrote(15, to: channel)
        budget.finish(first)
        #expect(budget.queued == 2)
        budget.sent(15, by: channel)
        let turn = try await third.value
        #expect(budget.queued == 1)
        budget.finish(turn)
        _ = try await fourth.value
        arrivals.continuation.finish()
        #expect(await arrivals.stream.reduce(into: []) { $0.append($1) } == [3, 4])
    }

    @Test("Past the server's bound a connection that holds nothing is still served, up to twice the bound")
    func server() async throws {
        let budget = ResponseBudget(Self.limits)
        let hostile = [try await self.channel(), try await self.channel()]
        for channel in hostile {
            let turn = try await budget.start(on: channel)
            budget.wrote(19, to: channel)
            budget.finish(turn)
        }
        #expect(budget.isFull)
        let waiting = Task { try await budget.start(on: hostile[0]) }
        try await budget.waitForQueue(of: 1)
        let others = [try await self.channel(), try await self.channel(), try await self.channel()]
        for channel in others { _ = try await budget.start(on: channel) }
        let last = try await self.channel()
        let late = Task { try await budget.start(on: last) }
        try await budget.waitForQueue(of: 2)
        budget.sent(19, by: hostile[1])
        _ = try await late.value
        budget.sent(19, by: hostile[0])
        _ = try await waiting.value
        #expect(budget.queued == 0)
    }

    @Test("A request that waits for something else gives up its place after a while") func patience() async throws {
        var limits = Self.limits
        limits.patience = .milliseconds(20)
        let budget = ResponseBudget(limits)
        let channel = try await self.channel()
        let turns = [try await budget.start(on: channel), try await budget.start(on: channel)]
        // On a busy machine the estimates may have run out already, and then it doesn't wait at all.
        let clock = Task {
            while !Task.isCancelled {
                await channel.testingEventLoop.advanceTime(by: .milliseconds(20))
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
        defer { clock.cancel() }
        let third = Task { try await budget.start(on: channel) }
        budget.finish(try await third.value)
        for turn in turns { budget.finish(turn) }
        #expect(!budget.isFull)
    }

    @Test("A request that doesn't count before its response is written takes no room from others") func uncounted()
        async throws
    {
        let budget = ResponseBudget(Self.limits)
        let channel = try await self.channel()
        for _ in 0..<100 { _ = try await budget.start(on: channel, isEstimated: false) }
        #expect(budget.queued == 0 && !budget.isFull)
        _ = try await budget.start(on: channel)
        // The written bytes count all the same.
        budget.wrote(20, to: channel)
        let waiting = Task { try await budget.start(on: channel, isEstimated: false) }
        try await budget.waitForQueue(of: 1)
        budget.sent(20, by: channel)
        _ = try await waiting.value
    }

    @Test("A request past the bound of those that wait is refused") func queue() async throws {
        var limits = Self.limits
        limits.queue = 1
        let budget = ResponseBudget(limits)
        let channel = try await self.channel()
        _ = try await budget.start(on: channel)
        _ = try await budget.start(on: channel)
        let third = Task { try await budget.start(on: channel) }
        try await budget.waitForQueue(of: 1)
        // A request that is not refused would wait for ever.
        let fourth = Task { try await budget.start(on: channel) }
        let rescue = Task {
            try await budget.waitForQueue(of: 2)
            fourth.cancel()
        }
        defer { rescue.cancel() }
        await #expect(throws: ResponseBudget.FullError.self) { try await fourth.value }
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
    }

    @Test("A cancelled request waits no longer, even if it was cancelled before it waited") func cancelled()
        async throws
    {
        let budget = ResponseBudget(Self.limits)
        let channel = try await self.channel()
        _ = try await budget.start(on: channel)
        _ = try await budget.start(on: channel)
        let third = Task { try await budget.start(on: channel) }
        try await budget.waitForQueue(of: 1)
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        let fourth = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await budget.start(on: channel)
        }
        await #expect(throws: CancellationError.self) { try await fourth.value }
        #expect(budget.queued == 0)
    }

    @Test("A request that is cancelled when there is room for it starts no more, and leaves the room to others")
    func cancelledAtLast() async throws {
        let budget = ResponseBudget(Self.limits)
        let channel = try await self.channel()
        let first = try await budget.start(on: channel)
        _ = try await budget.start(on: channel)
        let third = Task { try await budget.start(on: channel) }
        try await budget.waitForQueue(of: 1)
        let fourth = Task { try await budget.start(on: channel) }
        try await budget.waitForQueue(of: 2)
        third.cancel()
        budget.finish(first)
        await #expect(throws: CancellationError.self) { try await third.value }
        _ = try await fourth.value
    }

    @Test("A request that is cancelled between its turn and its start doesn't start, and leaves the room to others")
    func cancelledInItsTurn() async throws {
        let budget = ResponseBudget(Self.limits)
        let channel = try await self.channel()
        let first = try await budget.start(on: channel)
        _ = try await budget.start(on: channel)
        let executor = HeldExecutor()
        let third = Task(executorPreference: executor) { try await budget.start(on: channel) }
        try await budget.waitForQueue(of: 1)
        executor.hold()
        budget.finish(first)
        third.cancel()
        executor.release()
        await #expect(throws: CancellationError.self) { try await third.value }
        _ = try await budget.start(on: channel)
    }

    @Test("A request that has to be served waits on after its connection is closed") func closed() async throws {
        let budget = ResponseBudget(Self.limits)
        let channel = try await self.channel()
        let first = try await budget.start(on: channel)
        _ = try await budget.start(on: channel)
        let third = Task { try await budget.start(on: channel) }
        try await budget.waitForQueue(of: 1)
        try await channel.close()
        budget.finish(first)
        budget.finish(try await third.value)
    }
}

extension ResponseBudget {
    /// Waits until so many requests wait.
    fileprivate func waitForQueue(of count: Int) async throws {
        try await eventually { queued >= count }
    }
}

/// Runs tasks, but for a time in which they stand still.
private final class HeldExecutor: TaskExecutor {
    private let held = Mutex<[UnownedJob]?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isHeld = held.withLock { held in
            held?.append(job)
            return held != nil
        }
        if !isHeld { run(job) }
    }

    func hold() { held.withLock { $0 = [] } }

    func release() {
        let jobs = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for job in jobs { run(job) }
    }

    private func run(_ job: UnownedJob) {
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
