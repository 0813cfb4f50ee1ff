import Testing

@testable import TasksWeb

@Suite struct SessionSlotTests {
    @Test("A slot tells what became of its session") func changes() {
        let first = Session.sample(), second = Session.sparse()
        let slot = SessionSlot(first)
        #expect(slot.session == first)
        guard case .none = slot.change else { return #expect(Bool(false), "nothing has changed yet") }
        slot.store(second)
        #expect(slot.session == second)
        guard case .stored(second) = slot.change else { return #expect(Bool(false), "it was stored") }
        slot.clear()
        #expect(slot.session == nil)
        guard case .cleared = slot.change else { return #expect(Bool(false), "it was cleared") }
    }

    @Test("The last change counts, whichever came before") func last() {
        let slot = SessionSlot()
        #expect(slot.session == nil)
        slot.clear()
        slot.store(.sample())
        #expect(slot.session != nil)
        guard case .stored = slot.change else { return #expect(Bool(false), "it was stored") }
    }
}
