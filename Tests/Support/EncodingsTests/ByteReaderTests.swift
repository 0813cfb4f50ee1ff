import Testing

@testable import Encodings

@Suite struct ByteReaderTests {
    @Test("Nothing can be read from no bytes") func nothing() {
        var reader = ByteReader([])
        #expect(reader.isAtEnd)
        #expect(reader.uint8() == nil)
        #expect(reader.fixed(1) == nil)
        #expect(reader.text() == nil)
        #expect(reader.optionalText() == nil)
        #expect(reader.fixed(0) == [])
    }

    @Test(
        "A length that promises more than there is yields nothing",
        arguments: [
            [0, 0, 1], [0, 0, 3, 97, 97], [0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 97], [0, 1], [0],
        ] as [[UInt8]])
    func shortTexts(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(reader.text() == nil)
        reader = ByteReader([1] + bytes)
        #expect(reader.optionalText() == nil)
    }

    @Test(
        "Bytes that are not UTF-8 are no text",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) {
        var reader = ByteReader([0, 0, UInt8(bytes.count)] + bytes)
        #expect(reader.text() == nil)
    }

    @Test("An optional text whose mark is neither 0 nor 1 is none") func oddMark() {
        var reader = ByteReader([2, 0, 0, 0])
        #expect(reader.optionalText() == nil)
    }

    @Test("A number that is cut off can't be read", arguments: 0..<8) func cutNumbers(_ count: Int) {
        var reader = ByteReader(Array(repeating: 1, count: count))
        #expect(reader.int64() == nil)
        #expect((reader.uint32() == nil) == (count < 4))
        reader = ByteReader(Array(repeating: 1, count: count))
        #expect((reader.uint16() == nil) == (count < 2))
    }

    @Test("A read that fails takes nothing") func nothingTaken() {
        var reader = ByteReader([1, 2, 3])
        #expect(reader.uint32() == nil)
        #expect(reader.fixed(3) == [1, 2, 3])
        #expect(reader.isAtEnd)
    }
}
