import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct CurlResponseFieldsTests {
    @Test(
        "Header lines are read",
        arguments: [
            ("", [String]()),
            ("A: b\r\n", ["A: b"]),
            ("A:b\nC:\t d \r\n", ["A: b", "C: d"]),
            ("A:\r\nB: \r\n", ["A: ", "B: "]),
            ("A: b:c\r\nA: d", ["A: b:c", "A: d"]),
            ("A: b\r\n c\r\n\td\r\nE: f\r\n", ["A: b c d", "E: f"]),
            (" folded without a field\r\nA: b\r\n", ["A: b"]),
            ("no colon\r\nA b: c\r\nA : c\r\n: d\r\nB: c\r\n", ["B: c"]),
            ("A: ü\r\n", ["A: ü"]),
        ])
    func parse(head: String, fields: [String]) {
        #expect(CurlResponseFields.parse(Array(head.utf8)).map(\.description) == fields)
    }
}
