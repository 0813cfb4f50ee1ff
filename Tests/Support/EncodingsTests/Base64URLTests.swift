import FoundationEssentials
import TestSupport
import Testing

@testable import Encodings

@Suite struct Base64URLTests {
    @Test(
        "Base64url yields RFC 4648's vectors, without padding (section 10)",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ plain: String, _ text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test("The two characters that differ from Base64 are - and _") func alphabet() {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.encode([0xFB, 0xFF][...]) == "-_8")
        #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
        #expect(Base64URL.decode("+/8") == nil)
    }

    @Test("Bytes of every length come back, and are as Foundation writes them") func everyLength() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<300 {
            let bytes = generator.bytes(count)
            let text = Base64URL.encode(bytes)
            let expected = String(
                Data(bytes).base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
            #expect(text == expected)
            #expect(text.utf8.count == Base64URL.encodedCount(count))
            #expect(Base64URL.decode(text) == bytes)
            #expect(Base64URL.decode("x\(text)y".dropFirst().dropLast()) == bytes)
        }
    }

    @Test("Of all two, three and four characters only those decode that encoding gives") func canonical() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for text in [
                    [first, second], [65, first, second], [65, 66, first, second], [65, 66, 67, 68, first, second],
                ] {
                    guard let bytes = Base64URL.decode(text[...]) else { continue }
                    if Array(Base64URL.encode(bytes).utf8) != text { Issue.record("\(text) decodes") }
                }
            }
        }
    }

    @Test(
        "Base64url with padding, another alphabet, white space, stray bits or an impossible length is refused",
        arguments: [
            "Zg==", "Zg=", "Zh", "Zm9", "A", "AAAAA", "Zm+v", "Zm/v", "Zm9v\n", " Zm9v", "Zm9v ", "Z m9v", "Zm9v\0",
            "Zm9é", "ZZZZé", "é", "Z", "Zm9vY", "Zm\n9v", "=",
            "====",
        ])
    func refused(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("A fault anywhere in a long base64url text is found") func faultAnywhere() {
        let text = Array(Base64URL.encode([UInt8](repeating: 0xA5, count: 100)).utf8)
        for index in text.indices {
            for fault in [UInt8(ascii: "="), UInt8(ascii: "+"), 0, 128, 255] {
                var changed = text
                changed[index] = fault
                #expect(Base64URL.decode(changed[...]) == nil, "character \(index)")
            }
        }
    }
}
