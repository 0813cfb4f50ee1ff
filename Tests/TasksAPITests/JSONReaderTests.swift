import Testing

@testable import TasksAPI

@Suite struct JSONReaderTests {
    @Test(
        "Each kind of value is read",
        arguments: [
            ("null", .null), (" true\r\n", .bool(true)), ("\tfalse", .bool(false)), ("0", .number), ("-0", .number),
            ("-12.50e+07", .number),
            ("1E-1", .number), (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\u20AC\uD83e\udd5B""#, .string("é€🥛")), ("\"\u{7F}é🥛\"", .string("\u{7F}é🥛")), ("[]", .array),
            ("[ 1 , [ ] , {} ]", .array), ("{ }", .object([:])),
            (#"{ "a" : 1 , "" : [ true ] }"#, .object(["a": .number, "": .array])),
            (#"{"a":{"a":{}}}"#, .object(["a": .object(["a": .object([:])])])),
        ] as [(String, JSONValue)])
    func values(text: String, value: JSONValue) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == value)
    }

    @Test(
        "Anything else is malformed",
        arguments: [
            "", " ", "nul", "nulls", "True", "00", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "\"", #""\"#,
            #""\x""#,
            #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\ud800\n""#, "\"\u{1F}\"", "\"\n\"", "[", "]",
            "[1", "[1,", "[1,]",
            "[,]", "[1 2]", "{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,}"#, "{a:1}", "{1:1}", #"{"a":1 "b":2}"#,
            #"{"a":1,"a":2}"#,
            #"{"a":{"b":1,"b":2}}"#, "1 2", "{}{}", "/**/1", "\u{FEFF}1", "\u{A0}1", "1\0",
        ])
    func malformed(text: String) {
        #expect(throws: JSONReader.Malformed.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test(
        "Bytes that aren't UTF-8 are malformed",
        arguments: [[0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONReader.Malformed.self) { try JSONReader.read([quote] + bytes + [quote]) }
        #expect(throws: JSONReader.Malformed.self) { try JSONReader.read(bytes) }
    }

    @Test("Nesting has an end", arguments: ["[", #"{"a":"#])
    func nesting(opening: String) {
        #expect(throws: JSONReader.Malformed.self) { try JSONReader.read(Array(String(repeating: opening, count: 100_000).utf8)) }
    }
}
