import Testing

@testable import SessionStorage

@Suite struct StoreContactTests {
    private let start = ContinuousClock.now

    /// A contact whose store has responded at these seconds.
    private func contact(_ seconds: [Double]) -> StoreContact {
        let contact = StoreContact()
        for second in seconds { contact.noteResponse(at: start + .seconds(second)) }
        return contact
    }

    @Test("The store responds steadily once it has done so for six seconds")
    func period() {
        #expect(!StoreContact().isSteady(at: start))
        let contact = contact([0, 1, 2, 3, 4, 5])
        #expect(!contact.isSteady(at: start + .seconds(5.9)))
        #expect(contact.isSteady(at: start + .seconds(6)))
    }

    @Test("Responses two seconds apart leave no gap; after a longer gap the period starts again")
    func gap() {
        #expect(contact([0, 2, 4, 6]).isSteady(at: start + .seconds(6)))
        let interrupted = contact([0, 2, 4, 6.1, 8, 10, 12])
        #expect(!interrupted.isSteady(at: start + .seconds(12)))
        #expect(interrupted.isSteady(at: start + .seconds(12.1)))
    }

    @Test("Two seconds after its last response a store doesn't respond steadily any more")
    func silence() {
        let contact = contact([0, 2, 4, 6])
        #expect(contact.isSteady(at: start + .seconds(8)))
        #expect(!contact.isSteady(at: start + .seconds(8.1)))
    }

    @Test("After a failure the period starts again, however soon the store responds again")
    func failure() {
        let contact = contact([0, 1, 2, 3, 4, 5])
        contact.noteFailure()
        #expect(!contact.isSteady(at: start + .seconds(6)))
        for second in 6..<12 { contact.noteResponse(at: start + .seconds(second)) }
        #expect(!contact.isSteady(at: start + .seconds(11.9)))
        #expect(contact.isSteady(at: start + .seconds(12)))
    }
}
