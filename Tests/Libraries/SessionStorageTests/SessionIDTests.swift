import SessionStorage
import Testing

@Suite struct SessionIDTests {
    @Test("A session id has the bytes that it was made from")
    func roundTrip() {
        let bytes = (1...16).map { UInt8($0 * 15) }
        #expect(SessionID(bytes)?.bytes == bytes)
        #expect(SessionID(bytes[...])?.bytes == bytes)
    }

    @Test("A session id can't be made from another number of bytes", arguments: [0, 15, 17])
    func otherCounts(count: Int) {
        #expect(SessionID([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test("No two new session ids are alike")
    func new() {
        #expect(Set((0..<1000).map { _ in SessionID() }).count == 1000)
    }
}
