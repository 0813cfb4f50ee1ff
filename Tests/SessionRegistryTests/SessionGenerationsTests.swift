import SessionRegistry
import Testing

@Suite struct SessionGenerationsTests {
    private let generations = SessionGenerations()
    private let handle = SessionHandle()

    @Test("A state is outdated once a newer one of its session was stored") func newer() {
        generations.note(2, of: handle, at: 1000)
        #expect(generations.isOutdated(1, of: handle))
        #expect(!generations.isOutdated(2, of: handle))
        #expect(!generations.isOutdated(3, of: handle))
        #expect(!generations.isOutdated(1, of: SessionHandle()))
    }

    @Test("An older state that is stored late changes nothing") func late() {
        generations.note(2, of: handle, at: 1000)
        generations.note(1, of: handle, at: 1000)
        #expect(generations.isOutdated(1, of: handle))
    }

    @Test("It is remembered for five minutes at least, and forgotten after ten") func forgotten() {
        generations.note(2, of: handle, at: 599)
        generations.note(1, of: SessionHandle(), at: 899)
        #expect(generations.isOutdated(1, of: handle))
        generations.note(1, of: SessionHandle(), at: 1199)
        #expect(!generations.isOutdated(1, of: handle))
    }

    @Test("What was noted before a long silence is forgotten at the next note") func silence() {
        generations.note(2, of: handle, at: 1000)
        generations.note(1, of: SessionHandle(), at: 10_000)
        #expect(!generations.isOutdated(1, of: handle))
    }
}
