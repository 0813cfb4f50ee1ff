import TestSupport
import Testing

@testable import Encodings

@Suite struct SpanBytesTests {
    private static func index(of byte: UInt8, in range: Range<Int>, of bytes: [UInt8]) -> Int? {
        bytes.span.firstIndex(of: byte, in: range)
    }

    @Test("Each byte of a span is found at its first place") func whole() {
        let bytes = [UInt8](0...255) + [UInt8](0...255)
        for byte in UInt8.min...UInt8.max {
            #expect(Self.index(of: byte, in: 0..<bytes.count, of: bytes) == Int(byte))
        }
        #expect(Self.index(of: 9, in: 0..<3, of: [1, 2, 3]) == nil)
    }

    @Test(
        "The place of a byte in a part of a span is counted from the start of the whole",
        arguments: [(0..<5, 1), (1..<5, 1), (2..<5, 3), (2..<4, 3), (3..<4, 3)])
    func part(_ range: Range<Int>, _ index: Int) {
        #expect(Self.index(of: UInt8(ascii: ","), in: range, of: Array("a,b,c".utf8)) == index)
    }

    @Test("A byte before or after the searched range isn't found", arguments: [0..<1, 2..<3, 4..<5])
    func outside(_ range: Range<Int>) {
        #expect(Self.index(of: UInt8(ascii: ","), in: range, of: Array("a,b,c".utf8)) == nil)
    }

    @Test("Nothing is found in an empty range, wherever it is", arguments: 0...3) func empty(_ place: Int) {
        #expect(Self.index(of: 1, in: place..<place, of: [1, 1, 1]) == nil)
        #expect(Self.index(of: 0, in: 0..<0, of: []) == nil)
    }

    @Test("In any range of any bytes the place is the one that an array finds") func random() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<1000 {
            let count = Int.random(in: 0..<300, using: &generator)
            let bytes = generator.bytes(count)
            let start = Int.random(in: 0...count, using: &generator)
            let range = start..<Int.random(in: start...count, using: &generator)
            let byte = UInt8.random(in: 0...255, using: &generator)
            #expect(Self.index(of: byte, in: range, of: bytes) == bytes[range].firstIndex(of: byte))
        }
    }

    @Test("The bytes of a span are appended, be they all, some or none", arguments: [0..<4, 1..<3, 0..<0, 4..<4])
    func append(_ range: Range<Int>) {
        let source: [UInt8] = [1, 2, 3, 4]
        for start: [UInt8] in [[], [9, 8]] {
            var bytes = start
            bytes.append(copying: source.span.extracting(range))
            #expect(bytes == start + source[range])
        }
    }
}
