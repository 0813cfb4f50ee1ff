import Encodings
import Testing

@Suite struct JSONParserTests {
    @Test(
        "Each kind of value is read",
        arguments: [
            ("null", .null), (" true\r\n", .bool(true)), ("\tfalse", .bool(false)), ("0", .number("0")),
            ("-0", .number("-0")), ("-12.50e+07", .number("-12.50e+07")), ("1E-1", .number("1E-1")),
            ("123456789012345678901234567890", .number("123456789012345678901234567890")), (#""""#, .string("")),
            (#""a\"\\\/\b\f\n\r\tA""#, .string("a\"\\/\u{8}\u{C}\n\r\tA")),
            (#""\u00e9\u20AC\uD83e\udd5B""#, .string("é€🥛")), ("\"\u{7F}é🥛\"", .string("\u{7F}é🥛")), ("[]", .array([])),
            ("[ 1 , [ ] , {} ]", .array([.number("1"), .array([]), .object([:])])),
            ("{ }", .object([:])),
            (
                #"{ "b" : 1 , "" : [ true ] , "a" : null }"#,
                .object(["b": .number("1"), "": .array([.bool(true)]), "a": .null])
            ),
            (#"{"a":{"a":{}}}"#, .object(["a": .object(["a": .object([:])])])),
        ] as [(String, JSONValue)])
    func values(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
        #expect(JSONObject(parsing: Array(text.utf8)) == value.object, "an object alone is read as one")
    }

    @Test(
        "Text that is no JSON is malformed",
        arguments: [
            "", " ", "nul", "nulls", "True", "00", "01", "-", "+1", "--1", ".5", "1.", "1e", "1e+", "0x1", "NaN",
            "Infinity",
            "\"", #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\u+123""#, #""\ud800"#,
            #""\ud800\u12""#, #"["\ud800",]"#, #"{"a":"\udc00"} x"#, #"{"a":1,"a":2"#, #"{"a":1,"a":x}"#, "\"\u{0}\"",
            "\"\u{1F}\"", "\"\n\"", "[", "]",
            "[1",
            "[1,", "[1,]", "[,]", "[1 2]", "{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,}"#, "{a:1}", "{1:1}",
            "{'a':1}", #"{"a":1 "b":2}"#, #"{"a":01}"#, #"{"a":tru}"#, "1 2", "{}{}", "{}x", "{} {}", "/**/1",
            "\u{FEFF}1",
            "\u{FEFF}{}", "\u{A0}1", "1\0",
        ])
    func malformed(_ text: String) {
        #expect(throws: JSONError.malformed(line: 1)) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(JSONObject(parsing: Array(text.utf8)) == nil)
    }

    @Test(
        "An error names the line of what can't be parsed",
        arguments: [
            ("{\n\"a\": 1\n\"b\": 2\n}", 3), ("{\r\n\r\n\"a\"; 1}", 3), ("[\n\"x\ny\"]", 2), ("[1]\n\n2", 3),
            ("\n\n[", 3),
            ("[\n\"\\x\"]", 2), ("[\n1,\n]", 3),
            ("[\n\"C:\\\n\"]", 2), ("[\n\"\\u12\n\"]", 2), ("[\n\"\\", 2),
        ])
    func line(_ text: String, _ line: Int) {
        #expect(throws: JSONError.malformed(line: line)) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "A name that occurs twice is refused, at any depth and however it is written",
        arguments: [
            #"{"a":1,"a":2}"#, #"{"x":{"a":1,"a":1}}"#, #"[{"a":1,"\u0061":2}]"#, #"{"a":{"b":1},"b":2,"a":3}"#,
        ])
    func duplicate(_ text: String) {
        #expect(throws: JSONError.duplicateName("a")) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(JSONObject(parsing: Array(text.utf8)) == nil)
    }

    @Test(
        "Half of a surrogate pair is refused, but not as malformed, with its line",
        arguments: [
            #""\ud800""#, #""\ud83dx""#, #""\ud800\u0041""#, #""\udc00""#, #""\ude00""#, #""\ud83dA""#, #""\ud800\n""#,
            #""\ud83d\ud83d\udd11""#, #"[1,"\ud83d\udd11\udd11"]"#, #"{"\ud800":1}"#,
        ])
    func loneSurrogate(_ text: String) {
        #expect(throws: JSONError.loneSurrogate(line: 2)) { try JSONValue(parsing: Array("\n\(text)".utf8)) }
        #expect(JSONObject(parsing: Array(text.utf8)) == nil)
    }

    @Test("Names of different code units are different, even if they look the same")
    func equivalentNames() throws {
        let object = try #require(
            JSONObject(parsing: Array("{\"\u{212A}\":1,\"K\":2,\"\u{E9}\":3,\"e\u{301}\":4}".utf8)))
        #expect(object["K"] == .number("2") && object["\u{212A}"] == .number("1"))
        #expect(object["e\u{301}"] == .number("4") && object["\u{E9}"] == .number("3"))
    }

    @Test(
        "Bytes that aren't UTF-8 are malformed",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xC3, 0x28],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.malformed(line: 1)) { try JSONValue(parsing: [quote] + bytes + [quote]) }
        #expect(throws: JSONError.malformed(line: 1)) { try JSONValue(parsing: bytes) }
    }

    @Test("Nesting without end is refused instead of filling the stack", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func nesting(_ opening: String, _ closing: String) throws {
        func nested(_ depth: Int) -> [UInt8] {
            let inside = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
            return Array(inside.utf8)
        }
        _ = try JSONValue(parsing: nested(63))
        // If this one is accepted, the next one fills the stack.
        try #require(throws: JSONError.malformed(line: 1)) { try JSONValue(parsing: nested(64)) }
        #expect(throws: JSONError.malformed(line: 1)) { try JSONValue(parsing: nested(100_000)) }
    }

    @Test("A number that no Double holds has no value")
    func huge() throws {
        let object = try #require(JSONObject(parsing: Array(#"{"a":1e400,"b":1e300}"#.utf8)))
        #expect(object["a"]?.number == nil)
        #expect(object["b"]?.number == 1e300)
    }

    @Test("A member that is null is absent unless its value is requested as it is")
    func null() throws {
        let object = try #require(JSONObject(parsing: Array(#"{"a":null,"b":false}"#.utf8)))
        #expect(object["a"] == nil)
        #expect(object.value(of: "a") == .null)
        #expect(object["b"] == .bool(false))
        #expect(object.value(of: "c") == nil)
    }
}
