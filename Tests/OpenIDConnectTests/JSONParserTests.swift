import Testing

@testable import OpenIDConnect

@Suite struct JSONParserTests {
    @Test(
        "What is valid is read, and printed without white space",
        arguments: [
            (#"{}"#, #"{}"#),
            (#" { "b" : 1 , "a" : [ true , false , null ] } "#, #"{"b":1,"a":[true,false,null]}"#),
            (
                #"{"n":[0,-0,1.5,1e300,1E+2,-2.5e-3,123456789012345678901234567890]}"#,
                #"{"n":[0,-0,1.5,1e300,1E+2,-2.5e-3,123456789012345678901234567890]}"#
            ),
            (#"{"s":"a\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00"}"#, "{\"s\":\"a\\\"\\\\/\\u0008\\u000c\\u000a\\u000d\\u0009Aé😀\"}"),
        ])
    func read(_ text: String, _ printed: String) throws {
        let object = try #require(JSONObject(parsing: text.utf8))
        #expect(JSONPrinter.print(.object(object)) == printed)
    }

    @Test(
        "What is not valid is refused",
        arguments: [
            "", " ", "{", "}", "[]", "\"x\"", "1", "null", "{}x", "{} {}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{'a':1}"#,
            #"{"a":01}"#,
            #"{"a":+1}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":1e}"#, #"{"a":--1}"#, #"{"a":NaN}"#, #"{"a":tru}"#, #"{"a":"\x"}"#,
            #"{"a":"\u12"}"#,
            #"{"a":"\ud83d"}"#, #"{"a":"\ud83dx"}"#, #"{"a":"\ude00"}"#, #"{"a":"\ud83dA"}"#, "{\"a\":\"\n\"}", #"{"a":[1,]}"#,
            #"{"a":[1 2]}"#,
            #"{"a":1"b":2}"#, "\u{FEFF}{}",
        ])
    func refused(_ text: String) {
        #expect(JSONObject(parsing: text.utf8) == nil)
    }

    @Test(
        "A name that occurs twice is refused, at any depth and however it is written",
        arguments: [
            #"{"a":1,"a":2}"#, #"{"x":{"a":1,"a":1}}"#, #"{"a":1,"\u0061":2}"#,
        ])
    func duplicate(_ text: String) {
        #expect(JSONObject(parsing: text.utf8) == nil)
    }

    @Test("Bytes that are not UTF-8 are refused")
    func notUTF8() {
        #expect(JSONObject(parsing: Array("{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)) == nil)
    }

    @Test("Nesting without end is refused instead of filling the stack")
    func deep() {
        func nested(_ depth: Int) -> String {
            "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(JSONObject(parsing: nested(60).utf8) != nil)
        #expect(JSONObject(parsing: nested(100_000).utf8) == nil)
    }

    @Test("A number that no Double holds is no number")
    func huge() throws {
        let object = try #require(JSONObject(parsing: #"{"a":1e400,"b":1e300}"#.utf8))
        #expect(object["a"]?.number == nil)
        #expect(object["b"]?.number == 1e300)
    }
}
