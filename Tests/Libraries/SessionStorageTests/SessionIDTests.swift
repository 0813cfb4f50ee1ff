import SessionStorage
import Testing

@Suite struct SessionIDTests {
    @Test("Bytes go in and come out")
    func roundTrip() {
        let bytes = (1...16).map { UInt8($0 * 15) }
        #expect(SessionID(bytes)?.bytes == bytes)
        #expect(SessionID(bytes[...])?.bytes == bytes)
    }

    @Test("Any other number of bytes is no id", arguments: [0, 15, 17])
    func otherCounts(count: Int) {
        #expect(SessionID([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test("No two new ones are alike")
    func new() {
        #expect(Set((0..<1000).map { _ in SessionID() }).count == 1000)
    }
}
