import TestSupport
import Testing

@testable import Encodings

@Suite struct Base64URLPartsTests {
    private static let point = UInt8(ascii: ".")

    @Test(
        "Parts are encoded each alone, with a separator between them, even if a part is empty",
        arguments: [
            ([], ""), ([""], ""), (["foobar"], "Zm9vYmFy"), (["f", "fo", "foo"], "Zg.Zm8.Zm9v"), (["", ""], "."),
            (["", "foo", "fo"], ".Zm9v.Zm8"), (["foo", "", "f"], "Zm9v..Zg"), (["f", "fo", ""], "Zg.Zm8."),
            (["", "", ""], ".."),
        ] as [([String], String)])
    func literal(_ parts: [String], _ text: String) {
        #expect(Base64URL.encode(parts.map { Array($0.utf8)[...] }, separator: Self.point) == text)
    }

    @Test("Parts of every length are the parts encoded alone and joined") func everyLength() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<100 {
            let parts = [generator.bytes(count), generator.bytes(99 - count), generator.bytes(count / 2)]
            let alone = parts.map { Base64URL.encode($0) }
            #expect(Base64URL.encode(parts.map { $0[...] }, separator: Self.point) == alone.joined(separator: "."))
        }
    }

    @Test("Parts may be slices of one array, and the separator any character") func slices() {
        var generator = SeededGenerator(seed: 2)
        let bytes = generator.bytes(100)
        let ends = [0, 1, 12, 12, 50, 98, 100]
        let parts = zip(ends, ends.dropFirst()).map { bytes[$0..<$1] }
        let alone = parts.map { Base64URL.encode(Array($0)) }
        #expect(Base64URL.encode(parts, separator: UInt8(ascii: "~")) == alone.joined(separator: "~"))
    }
}
