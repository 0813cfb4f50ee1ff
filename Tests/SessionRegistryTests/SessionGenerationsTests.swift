import SessionRegistry
import Testing

@Suite struct SessionGenerationsTests {
    private let generations = SessionGenerations()
    private let handle = SessionHandle()

    @Test("A state is outdated once a newer one of its session was stored") func newer() {
        generations.note(2, of: handle, at: 1000)
        #expect(generations.isOutdated(1, of: handle, at: 1000))
        #expect(!generations.isOutdated(2, of: handle, at: 1000))
        #expect(!generations.isOutdated(3, of: handle, at: 1000))
        #expect(!generations.isOutdated(1, of: SessionHandle(), at: 1000))
    }

    @Test("An older state that is stored late changes nothing") func late() {
        generations.note(2, of: handle, at: 1000)
        generations.note(1, of: handle, at: 1000)
        #expect(generations.isOutdated(1, of: handle, at: 1000))
    }

    @Test(
        "It is remembered for two minutes at least, and forgotten before four are over",
        arguments: [1200, 1319] as [Int64])
    func forgotten(_ noted: Int64) {
        generations.note(2, of: handle, at: noted)
        #expect(generations.isOutdated(1, of: handle, at: noted + 120))
        #expect(!generations.isOutdated(1, of: handle, at: noted + 240))
    }

    @Test("A clock that is set back makes it forget, which blocks nobody") func setBack() {
        generations.note(2, of: handle, at: 10_000)
        #expect(!generations.isOutdated(1, of: handle, at: 1000))
    }
}
