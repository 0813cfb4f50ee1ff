import Testing

@testable import Encodings

@Suite struct SecureRandomTests {
    @Test("Random bytes have the requested length", arguments: [0, 1, 7, 8, 9, 16, 24, 32, 33, 256, 257, 1000])
    func lengths(_ count: Int) {
        #expect(SecureRandom.bytes(count).count == count)
    }

    @Test("Every bit of random bytes is sometimes set and sometimes not")
    func everyBit() {
        let draws = (0..<200).map { _ in SecureRandom.bytes(600) }
        for place in 0..<600 {
            #expect(draws.reduce(UInt8.max) { $0 & $1[place] } == 0)
            #expect(draws.reduce(UInt8.min) { $0 | $1[place] } == .max)
        }
    }

    @Test("Random texts have 256 bits if nothing else is requested, and differ")
    func texts() {
        let texts = (0..<100).map { _ in SecureRandom.text() }
        #expect(Set(texts).count == 100)
        #expect(texts.allSatisfy { Base64URL.decode($0)?.count == 32 })
        #expect(SecureRandom.text(byteCount: 6).utf8.count == 8)
    }
}
