import Synchronization
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite(.timeLimit(.minutes(1))) struct RevocationQueueTests {
    private final class Counts: Sendable {
        private let state = Mutex((running: 0, most: 0, done: 0))

        var most: Int { state.withLock { $0.most } }
        var done: Int { state.withLock { $0.done } }

        func run(_ gate: Gate) async {
            state.withLock {
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            await gate.pass()
            state.withLock {
                $0.running -= 1
                $0.done += 1
            }
        }
    }

    @Test("Four revocations of all calls together run at once, and none is left out") func atOnce() async throws {
        let (queue, gate, counts) = (RevocationQueue(), Gate(), Counts())
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<5 {
                group.addTask { await queue.perform(Array(0..<10)) { _ in await counts.run(gate) } }
            }
            for _ in 0..<4 { await gate.waitForArrival() }
            gate.open()
            for await left in group { #expect(left == 0) }
        }
        #expect(counts.done == 50 && counts.most == 4)
    }

    @Test("A full queue accepts no revocation, and has room again once some are done") func room() async throws {
        let (queue, gate, counts) = (RevocationQueue(capacity: 7), Gate(), Counts())
        async let first = queue.perform(Array(0..<5)) { _ in await counts.run(gate) }
        await gate.waitForArrival()
        async let second = queue.perform(Array(0..<5)) { _ in await counts.run(gate) }
        async let third = queue.perform(Array(0..<5)) { _ in await counts.run(gate) }
        gate.open()
        let left = await [first, second, third]
        #expect(left[0] == 0 && counts.done + left.reduce(0, +) == 15)
        #expect(await queue.perform(Array(0..<7)) { _ in } == 0)
        #expect(await queue.perform(Array(0..<9)) { _ in } == 2)
    }
}
