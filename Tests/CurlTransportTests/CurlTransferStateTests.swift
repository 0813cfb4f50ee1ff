import Testing

@testable import CurlTransport

@Suite struct CurlTransferStateTests {
    @Test("A call that starts waits, and is finished once")
    func finishesOnce() {
        var state = CurlTransferState<Int>()
        #expect(!state.isWaiting)
        #expect(state.begin(1) == .enqueue)
        #expect(state.isWaiting)
        #expect(state.finish() == 1)
        #expect(!state.isWaiting)
        #expect(state.finish() == nil)
        #expect(state.cancel() == nil)
    }

    @Test("Cancelled before it starts, a call never reaches the loop")
    func cancelledEarly() {
        var state = CurlTransferState<Int>()
        #expect(state.cancel() == nil)
        #expect(state.begin(1) == .resumeCancelled)
        #expect(state.finish() == nil)
        #expect(state.cancel() == nil)
    }

    @Test("Cancelled while it waits, a call is resumed once and its end comes to nothing")
    func cancelledWhileWaiting() {
        var state = CurlTransferState<Int>()
        #expect(state.begin(1) == .enqueue)
        #expect(state.cancel() == 1)
        #expect(!state.isWaiting)
        #expect(state.cancel() == nil)
        #expect(state.finish() == nil)
    }
}
