import Encodings
import FoundationEssentials
import Testing

@Suite struct JSONWriterTests {
    @Test("Every scalar below U+3000 comes back from a decoder as it went in")
    func scalars() throws {
        for value in 0..<UInt32(0x3000) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let json = JSONWriter.quoted("a\(scalar)b")
            let decoded = try JSONDecoder().decode(String.self, from: Data(json.utf8))
            if !decoded.unicodeScalars.elementsEqual("a\(scalar)b".unicodeScalars) { Issue.record("U+\(value)") }
        }
    }

    @Test("Control characters and line breaks are escaped, and nothing else that needn't be")
    func escapes() {
        #expect(
            JSONWriter.quoted("\"\\/\n\r\t\u{0}\u{1}\u{1F}\u{7F}é🥛\u{2027}\u{2028}\u{2029}\u{202A}\u{A8}")
                == #""\"\\/\n\r\t\u0000\u0001\u001f\u007fé🥛"# + "\u{2027}" + #"\u2028\u2029"# + "\u{202A}\u{A8}\"")
    }

    @Test(
        "A quotation mark is escaped whatever follows it", arguments: ["\"\u{301}", "\\\u{301}", "\"\u{FE0F}", "\r\n"])
    func combining(_ text: String) throws {
        let json = JSONWriter.quoted(text)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)).utf8.elementsEqual(text.utf8))
    }

    @Test(
        "A JSON value is written without white space, in its order, and with its numbers as they were",
        arguments: [
            (#"{}"#, #"{}"#), (" [ ] ", "[]"),
            (#" { "b" : 1 , "a" : [ true , false , null ] } "#, #"{"b":1,"a":[true,false,null]}"#),
            (#"{"n":[0,-0,1.5,1e300,1E+2,-2.5e-3]}"#, #"{"n":[0,-0,1.5,1e300,1E+2,-2.5e-3]}"#),
            (#"{"\u0022":"\/\u00e9\ud83d\ude00"}"#, #"{"\"":"/é😀"}"#),
        ])
    func values(_ text: String, _ written: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).text == written)
    }

    @Test("Appended JSON stays as it is")
    func plain() {
        var writer = JSONWriter()
        writer.append(#"{"a":"#)
        writer.append(string: "b\"")
        writer.append("}")
        #expect(writer.text == #"{"a":"b\""}"#)
        #expect(writer.bytes == Array(writer.text.utf8))
    }
}
