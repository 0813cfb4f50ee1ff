import HTTPTypes
import Testing

@testable import HTTPTransport

@Suite struct HeaderLinesTests {
    @Test(
        "Header lines are read, all at once and by name",
        arguments: [
            ("", [String]()),
            ("\n", []),
            ("A", []),
            ("A:", ["A: "]),
            ("A: b\r\n", ["A: b"]),
            ("A:b\nC:\t d \r\n", ["A: b", "C: d"]),
            ("A:\r\nB: \r\n", ["A: ", "B: "]),
            ("A: b:c\r\nA: d", ["A: b:c", "A: d"]),
            ("A: b\0c\rd\r\n", ["A: b c d"]),
            ("A: b\r\n c\r\n\td\r\nE: f\r\n", ["A: b c d", "E: f"]),
            ("A: b\r\n \r\n\t\r\n c", ["A: b c"]),
            ("A:\r\n b\r\n ", ["A: b"]),
            ("A: b\n\n c\r\n", ["A: b"]),
            (" folded without a field\r\nA: b\r\n", ["A: b"]),
            (" A: c\r\nA: b\r\n", ["A: b"]),
            ("no colon\r\n folded: c\r\nA b: c\r\nA : c\r\n: d\r\nB: c\r\n", ["B: c"]),
            ("A: ü\r\n", ["A: ü"]),
        ])
    func read(header: String, expected: [String]) throws {
        let lines = HeaderLines(bytes: Array(header.utf8))
        let fields = lines.fields
        #expect(fields.map(\.description) == expected)
        for name in try ["A", "B", "C", "E"].map({ try #require(HTTPField.Name($0)) }) {
            #expect(lines.values(of: name) == fields[values: name])
        }
    }

    @Test("A field is found by its name in any case, and by no other name")
    func values() throws {
        let header = "x-total-count: 1\r\nX-TOTAL-COUNT: 2\r\nX-Total: 3\r\nX\rTotal: 4\r\nX^: 5\r\n"
        let lines = HeaderLines(bytes: Array(header.utf8))
        for (name, expected) in [("X-Total-Count", ["1", "2"]), ("X-Total", ["3"]), ("X", []), ("X~", [])] {
            #expect(lines.values(of: try #require(HTTPField.Name(name))) == expected)
        }
    }

    @Test("A list field has its elements in order, without the white space around them")
    func elements() throws {
        let lines = HeaderLines(bytes: Array("A: b c , d\r\nB: x\r\na:\t e\t\r\n , f\r\nA:\r\n".utf8))
        #expect(lines.elements(of: try #require(HTTPField.Name("A"))) == ["b c", "d", "e", "f", ""])
        #expect(lines.elements(of: try #require(HTTPField.Name("C"))) == [])
    }

    @Test("Fields are removed by their name in any case, with the lines that continue them")
    func removing() throws {
        let lines = HeaderLines(bytes: Array("A: 1\r\nb: 2\r\n 3\r\nBB: 4\r\nC: 5\r\nB: 6\r\nD: 7".utf8))
        let names = try ["B", "C", "E"].map { try #require(HTTPField.Name($0)) }
        #expect(String(decoding: lines.removing(names).bytes, as: UTF8.self) == "A: 1\r\nBB: 4\r\nD: 7")
    }

    @Test(
        "Header bytes that aren't UTF-8 are replaced",
        arguments: [("A: ", "\r\n"), ("A:\r\n ", "\r\n\r\n"), ("A: ", "\r\n \r\n")])
    func invalidUTF8(before: String, after: String) throws {
        let lines = HeaderLines(bytes: Array(before.utf8) + [0xFF, 0x62] + Array(after.utf8))
        let name = try #require(HTTPField.Name("A"))
        #expect(lines.values(of: name) == ["\u{FFFD}b"])
        #expect(lines.fields[values: name] == ["\u{FFFD}b"])
    }

    @Test("A field that is set joins the fields that were received")
    func setting() {
        var response = TransportResponse(
            status: .ok, headerLines: Array("Date: d\r\nVary: a\r\nVary: b\r\n".utf8), body: [])
        #expect(response.values(of: .vary) == ["a", "b"])
        response.headerFields[.date] = "e"
        #expect(response.values(of: .vary) == ["a", "b"])
        #expect(response.values(of: .date) == ["e"])
        #expect(response.headerFields[values: .date] == ["e"])
    }
}
