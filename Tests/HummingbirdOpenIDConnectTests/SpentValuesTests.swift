import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SpentValuesTests {
    @Test("A value counts once until its time is over") func once() {
        let values = SpentValues()
        #expect(!values.contains([1], now: 0))
        #expect(values.spend([1], until: 10, now: 0))
        #expect(!values.spend([1], until: 10, now: 9))
        #expect(values.contains([1], now: 9))
        #expect(values.spend([2], until: 10, now: 9))
        #expect(!values.contains([1], now: 10))
        #expect(values.spend([1], until: 20, now: 10))
    }

    @Test("Those that still count stay, however many are over") func many() {
        let values = SpentValues()
        #expect(values.spend([1], until: 1_000_000, now: 0))
        for number in 0..<5000 as Range<Int64> { values.spend(Array("\(number)".utf8), until: number + 1, now: number) }
        #expect(values.contains([1], now: 5000))
        #expect(!values.contains(Array("100".utf8), now: 5000))
    }
}
