import SessionStorage
import TestSupport
import Testing

@testable import TasksWeb

@Suite(.timeLimit(.minutes(1))) struct WorkLimitTests {
    private static let limits = WorkLimit.Limits(session: 2, withoutSession: 3, process: 5, queue: 4, queueOfSession: 3)
    private static let patient = Duration.seconds(600)

    private let alice = SessionID()
    private let bob = SessionID()
    private let carol = SessionID()

    /// Starts as many requests as needn't wait.
    private func started(_ session: SessionID?, in work: WorkLimit) -> Int {
        var count = 0
        while work.start(session) { count += 1 }
        return count
    }

    @Test("A session's requests past its bound wait for one another, and no other session's for them")
    func session() async throws {
        let work = WorkLimit(patience: Self.patient, Self.limits)
        #expect(started(alice, in: work) == 2)
        let third = Task { try await work.wait(alice) }
        try await eventually { work.queued == 1 }
        #expect(started(bob, in: work) == 2)
        work.finish(bob)
        #expect(work.queued == 1)
        work.finish(alice)
        try await third.value
        #expect(!work.start(alice))
    }

    @Test("Requests without a session leave room for users") func withoutSession() {
        let work = WorkLimit(patience: Self.patient, Self.limits)
        #expect(started(nil, in: work) == 3)
        #expect(started(alice, in: work) == 2)
    }

    @Test("The requests of the process start in their order, whichever sessions they have") func process() async throws
    {
        let work = WorkLimit(patience: Self.patient, Self.limits)
        #expect([started(alice, in: work), started(bob, in: work), started(carol, in: work)] == [2, 2, 1])
        let arrivals = AsyncStream<String>.makeStream()
        // The third of alice's waits for her others, so carol's second is before it.
        for (name, session) in [("alice", alice), ("carol", carol), ("no session", nil)] {
            let count = work.queued
            Task {
                try await work.wait(session)
                arrivals.continuation.yield(name)
            }
            try await eventually { work.queued > count }
        }
        var order: [String] = []
        for session in [bob, alice, bob] {
            work.finish(session)
            for await name in arrivals.stream {
                order.append(name)
                break
            }
        }
        #expect(order == ["carol", "no session", "alice"])
    }

    @Test("A request that waits for too long is refused, and leaves its place to others") func patience() async throws {
        let work = WorkLimit(patience: .milliseconds(20), Self.limits)
        #expect(started(alice, in: work) == 2)
        let error = await #expect(throws: PageError.self) { try await work.wait(alice) }
        #expect(error?.kind == .siteBusy(retryAfter: 5))
        #expect(work.queued == 0)
        work.finish(alice)
        #expect(work.start(alice))
    }

    @Test("A request is refused at once if too many of its session, or of the process, wait") func queues() async throws
    {
        let work = WorkLimit(patience: Self.patient, Self.limits)
        #expect(started(alice, in: work) == 2)
        let waiting = (1...3).map { _ in Task { try await work.wait(alice) } }
        try await eventually { work.queued == 3 }
        await #expect(throws: PageError.self) { try await work.wait(alice) }
        #expect(started(bob, in: work) == 2)
        let fourth = Task { try await work.wait(bob) }
        try await eventually { work.queued == 4 }
        await #expect(throws: PageError.self) { try await work.wait(bob) }
        for task in waiting + [fourth] { task.cancel() }
        for task in waiting + [fourth] { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(work.queued == 0)
    }

    @Test("A request that is cancelled while it waits starts no more, and the next one gets its turn")
    func cancelled() async throws {
        let work = WorkLimit(patience: Self.patient, Self.limits)
        #expect([started(alice, in: work), started(nil, in: work)] == [2, 3])
        // The first waits for its session, the second for the process.
        let cancelled = [Task { try await work.wait(alice) }, Task { try await work.wait(bob) }]
        try await eventually { work.queued == 2 }
        let last = Task { try await work.wait(bob) }
        try await eventually { work.queued == 3 }
        for task in cancelled {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(work.queued == 1)
        work.finish(nil)
        try await last.value
        work.finish(alice)
        #expect(work.start(bob))
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await work.wait(alice)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test("Four hundred requests of several sessions all start, and the bounds hold")
    func changes() async throws {
        let work = WorkLimit(patience: Self.patient, WorkLimit.Limits(session: 2, withoutSession: 3, process: 5))
        let counts = Counts()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<400 {
                let session = [alice, bob, carol, nil][index % 4]
                group.addTask {
                    do {
                        if !work.start(session) { try await work.wait(session) }
                    } catch is CancellationError {
                        return false
                    }
                    await counts.run(session)
                    work.finish(session)
                    return true
                }
            }
            var served = 0
            for try await isServed in group { served += isServed ? 1 : 0 }
            #expect(served == 400)
        }
        let most = await counts.most
        #expect(most[alice, default: 0] <= 2 && most[nil, default: 0] <= 3)
        #expect(await counts.mostOfAll <= 5)
        #expect(work.queued == 0)
        #expect(started(alice, in: work) == 2)
    }

    /// Counts what runs at once.
    private actor Counts {
        private var running: [SessionID?: Int] = [:]
        private(set) var most: [SessionID?: Int] = [:]
        private(set) var mostOfAll = 0

        func run(_ session: SessionID?) async {
            running[session, default: 0] += 1
            most[session] = max(most[session] ?? 0, running[session] ?? 0)
            mostOfAll = max(mostOfAll, running.values.reduce(0, +))
            for _ in 0..<3 { await Task.yield() }
            running[session, default: 0] -= 1
        }
    }
}
