import FoundationEssentials
import Testing

@testable import HTTPTransport

@Suite struct HTTPDateTests {
    @Test(
        "HTTP dates are read in the one format that may be sent",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
            ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
            ("Sun, 06 Now 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("", nil),
        ] as [(String, Double?)])
    func parse(_ text: String, _ seconds: Double?) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "HTTP dates are written in the format of RFC 9110, without parts of a second",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (86_399, "Thu, 01 Jan 1970 23:59:59 GMT"),
            (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
        ])
    func text(_ seconds: Double, _ text: String) {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == text)
    }
}
