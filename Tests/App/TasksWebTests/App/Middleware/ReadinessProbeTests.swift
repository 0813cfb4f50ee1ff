import Synchronization
import TestSupport
import Testing

@testable import TasksWeb

@Suite struct ReadinessProbeTests {
    private struct Unreachable: Error {}

    private final class Thing: Sendable {
        let asked = Mutex(0)
        let isUnreachable = Mutex(false)
        let now = Mutex(ContinuousClock.now)

        func probe() -> ReadinessProbe {
            ReadinessProbe(now: { self.now.withLock { $0 } }) {
                self.asked.withLock { $0 += 1 }
                if self.isUnreachable.withLock({ $0 }) { throw Unreachable() }
            }
        }
    }

    @Test("Repeated probes get the last result, and a new one every two seconds") func bounded() async {
        let thing = Thing()
        let probe = thing.probe()
        for _ in 0..<50 { #expect(await probe.fault() == nil) }
        #expect(thing.asked.withLock { $0 } == 5)
        thing.isUnreachable.withLock { $0 = true }
        #expect(await probe.fault() == nil)
        thing.now.withLock { $0 += .seconds(2) }
        for _ in 0..<50 { #expect(await probe.fault() == ReadinessFault(Unreachable())) }
        #expect(thing.asked.withLock { $0 } == 6)
        thing.now.withLock { $0 += .seconds(600) }
        for _ in 0..<50 { #expect(await probe.fault() == ReadinessFault(Unreachable())) }
        #expect(thing.asked.withLock { $0 } == 11)
    }

    @Test("A check that takes longer than its callers wait is the only one until it ends", .timeLimit(.minutes(1)))
    func slow() async {
        let thing = Thing()
        let gate = Gate()
        let probe = ReadinessProbe(now: { thing.now.withLock { $0 } }) {
            thing.asked.withLock { $0 += 1 }
            await gate.pass()
        }
        for _ in 0..<2 {
            #expect(await probe.fault() == .timedOut)
            thing.now.withLock { $0 += .seconds(600) }
        }
        #expect(thing.asked.withLock { $0 } == 1)
        gate.open()
        #expect(await probe.fault() == nil)
    }

    @Test("Probes that come during a check share its result") func shared() async {
        let asked = Mutex(0)
        let gate = AsyncStream<Void>.makeStream()
        let probe = ReadinessProbe {
            asked.withLock { $0 += 1 }
            for await _ in gate.stream { break }
        }
        async let first = probe.fault()
        while asked.withLock({ $0 }) == 0 { await Task.yield() }
        async let second = probe.fault()
        async let third = probe.fault()
        for _ in 0..<100 { await Task.yield() }
        #expect(asked.withLock { $0 } == 1)
        gate.continuation.finish()
        let results = await [first, second, third]
        #expect(results == [nil, nil, nil])
    }
}
