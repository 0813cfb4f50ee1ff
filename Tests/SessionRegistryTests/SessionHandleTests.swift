import SessionRegistry
import Testing

@Suite struct SessionHandleTests {
    @Test("Bytes go in and come out")
    func roundTrip() {
        let bytes = (1...16).map { UInt8($0 * 15) }
        #expect(SessionHandle(bytes)?.bytes == bytes)
        #expect(SessionHandle(bytes[...])?.bytes == bytes)
    }

    @Test("Any other number of bytes is no handle", arguments: [0, 15, 17])
    func otherCounts(count: Int) {
        #expect(SessionHandle([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test("No two new ones are alike")
    func new() {
        #expect(Set((0..<1000).map { _ in SessionHandle() }).count == 1000)
    }
}
