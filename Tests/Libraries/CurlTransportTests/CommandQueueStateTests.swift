import HTTPTransport
import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct CommandQueueStateTests {
    private let transfer: CurlTransfer

    init() throws {
        transfer = CurlTransfer(TransportRequest(.get, try #require(HTTPURL("http://127.0.0.1/"))))
    }

    @Test("The loop is woken by the first command that comes while it sleeps, and by no other")
    func wakesOnce() {
        var state = CommandQueueState()
        #expect(state.post(.start(transfer)) == .posted)
        #expect(state.fallAsleep() == false)
        var batch: [CommandQueueState.Command] = []
        #expect(state.take(into: &batch) == true)
        #expect(batch.count == 1)
        #expect(state.fallAsleep() == true)
        #expect(state.post(.cancel(transfer)) == .wakeLoop)
        #expect(state.post(.start(transfer)) == .posted)
        #expect(state.take(into: &batch) == true)
        #expect(batch.count == 2)
        #expect(state.take(into: &batch) == true)
        #expect(batch.isEmpty)
    }

    @Test("A closed command queue takes no more commands, but gives out those that it has")
    func closed() {
        var state = CommandQueueState()
        #expect(state.post(.start(transfer)) == .posted)
        #expect(state.close() == false)
        #expect(state.post(.start(transfer)) == .refused)
        var batch: [CommandQueueState.Command] = []
        #expect(state.take(into: &batch) == false)
        #expect(batch.count == 1)
        #expect(state.fallAsleep() == false)
    }

    @Test("Closing the command queue wakes a loop that sleeps")
    func closingWakes() {
        var state = CommandQueueState()
        #expect(state.fallAsleep() == true)
        #expect(state.close() == true)
        #expect(state.close() == false)
    }
}
