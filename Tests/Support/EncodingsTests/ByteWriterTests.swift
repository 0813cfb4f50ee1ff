import Testing

@testable import Encodings

@Suite struct ByteWriterTests {
    @Test("Numbers are written in big-endian order") func numbers() {
        var writer = ByteWriter()
        writer.append(UInt8(0xAB))
        writer.append(UInt32(0x0102_0304))
        writer.append(Int64(-2))
        #expect(writer.bytes == [0xAB, 1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE])
    }

    @Test("A text is written after its length in bytes, an optional one after a mark") func texts() {
        var writer = ByteWriter()
        writer.append("é")
        writer.append(fixed: [9, 9])
        writer.append(String?.none)
        writer.append(String?.some(""))
        #expect(writer.bytes == [0, 0, 2, 0xC3, 0xA9, 9, 9, 0, 1, 0, 0, 0])
    }

    @Test("Written values are read again as they were", arguments: [0, 1, 255, 256, 65_535, 65_536, 70_000])
    func roundTrip(
        _ length: Int
    ) {
        let text = String(repeating: "x", count: length)
        var writer = ByteWriter()
        writer.append(text)
        writer.append(UInt8(0xAB))
        writer.append(UInt16(0xABCD))
        writer.append(UInt32(0xABCD_EF01))
        writer.append(Int64(-2))
        writer.append(Int64.min)
        writer.append(String?.some(text))
        writer.append(String?.none)
        var reader = ByteReader(writer.bytes)
        #expect(reader.text() == text)
        #expect(reader.uint8() == 0xAB)
        #expect(reader.uint16() == 0xABCD)
        #expect(reader.uint32() == 0xABCD_EF01)
        #expect(reader.int64() == -2)
        #expect(reader.int64() == .min)
        #expect(reader.optionalText() == .some(text))
        #expect(reader.optionalText() == .some(nil))
        #expect(reader.isAtEnd)
    }
}
