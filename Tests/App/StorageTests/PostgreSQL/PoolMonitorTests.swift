import Dispatch
import SystemSupport
import Testing

@testable import PostgreSQLSessionStorage

@Suite struct PoolMonitorTests {
    private struct Call: PendingCall {
        var started = ContinuousClock.now
        let continuation: CheckedContinuation<Void, Never>
        var access = DatabaseAccess.reading
        func perform(on connection: PostgreSQLConnection) -> Bool { true }
        /// No connection is at hand, so that the test's threads end calls this way.
        func fail(_ error: PostgreSQLStorageError) { continuation.resume() }
    }

    /// A thread of a pool, with connections that need no server.
    private static func work(_ monitor: PoolMonitor) {
        let wakeUp = DispatchSemaphore(value: 0)
        var isConnected = false
        while true {
            switch monitor.next(isConnected: isConnected, wakeUp).step {
            case .perform(let call): call.fail(.overloaded)
            case .connect:
                _ = monitor.change { $0.connectionMade() }
                isConnected = true
            case .wait: continue
            case .end: return
            }
        }
    }

    @Test("Each call finds its thread, whether the threads are busy, idle or not connected", .timeLimit(.minutes(1)))
    func calls() async throws {
        let monitor = PoolMonitor(connectionCount: 4)
        let threads = (0..<4).compactMap { _ in DedicatedThread { Self.work(monitor) } }
        try #require(threads.count == 4)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    var refused = 0
                    for _ in 0..<3_000 {
                        await withCheckedContinuation { continuation in
                            guard monitor.submit(Call(continuation: continuation)) == nil else {
                                refused += 1
                                return continuation.resume()
                            }
                        }
                    }
                    return refused
                }
            }
            #expect(await group.reduce(0, +) == 0)
        }
        #expect(monitor.change { $0.close() }.isEmpty)
        for thread in threads { await thread.ended() }
    }

    @Test("A late call fails though no thread of the pool is free, before and after others", .timeLimit(.minutes(1)))
    func lateCalls() async throws {
        let monitor = PoolMonitor(connectionCount: 1)
        let timer = try #require(DedicatedThread { monitor.failLateCalls() })
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                let call = Call(started: .now - PoolState.longestWait, continuation: continuation)
                #expect(monitor.submit(call) == nil)
            }
        }
        #expect(monitor.change { $0.close() }.isEmpty)
        await timer.ended()
    }

    @Test("A late write fails though a connection is idle, which is left for reads", .timeLimit(.minutes(1)))
    func lateWrites() async throws {
        let monitor = PoolMonitor(connectionCount: 2)
        await Self.startWrite(monitor)
        let threads = [DedicatedThread { Self.work(monitor) }, DedicatedThread { monitor.failLateCalls() }]
        for _ in 0..<20 {
            // The thread of the idle connection has something to do, and then waits.
            await withCheckedContinuation { continuation in
                #expect(monitor.submit(Call(continuation: continuation)) == nil)
            }
            await withCheckedContinuation { continuation in
                let started = ContinuousClock.now - PoolState.longestWait
                let call = Call(started: started, continuation: continuation, access: .writing)
                #expect(monitor.submit(call) == nil)
            }
        }
        #expect(monitor.change { $0.close() }.isEmpty)
        for thread in threads { await thread?.ended() }
    }

    @Test("Once commits get through again, a thread with a connection takes waiting writes", .timeLimit(.minutes(1)))
    func endedStall() async throws {
        let monitor = PoolMonitor(connectionCount: 3)
        await Self.startWrite(monitor)
        let thread = try #require(DedicatedThread { Self.work(monitor) })
        await withCheckedContinuation { continuation in
            #expect(monitor.submit(Call(continuation: continuation)) == nil)
        }
        #expect(monitor.endWrite(.silent(.overloaded)) == .started)
        // One is tried, by the thread, and the other waits.
        await withCheckedContinuation { continuation in
            #expect(monitor.submit(Call(continuation: continuation, access: .writing)) == nil)
        }
        await withCheckedContinuation { continuation in
            #expect(monitor.submit(Call(continuation: continuation, access: .writing)) == nil)
            #expect(monitor.endWrite(.committed) == .ended)
        }
        #expect(monitor.change { $0.close() }.isEmpty)
        await thread.ended()
    }

    /// Starts a call that writes, with a connection of its own, and doesn't end it.
    private static func startWrite(_ monitor: PoolMonitor) async {
        await withCheckedContinuation { continuation in
            #expect(monitor.submit(Call(continuation: continuation, access: .writing)) == nil)
            for isConnected in [false, true] {
                switch monitor.next(isConnected: isConnected, DispatchSemaphore(value: 0)).step {
                case .connect: _ = monitor.change { $0.connectionMade() }
                case .perform(let call): call.fail(.overloaded)
                case .wait, .end: Issue.record("no call to start")
                }
            }
        }
    }
}
