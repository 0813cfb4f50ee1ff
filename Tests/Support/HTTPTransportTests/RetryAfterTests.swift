import FoundationEssentials
import HTTPTransport
import Testing

@Suite struct RetryAfterTests {
    @Test(
        "Retry-After of 1 to 300 seconds is read, as a number or as a date, and nothing else",
        arguments: [
            (nil, nil), ("1", 1), ("300", 300), ("301", nil), ("0", nil), ("-5", nil), ("soon", nil), ("", nil),
            ("Thu, 01 Jan 1970 00:01:40 GMT", 60), ("Thu, 01 Jan 1970 00:00:40 GMT", nil),
        ] as [(String?, Int?)])
    func seconds(_ field: String?, _ seconds: Int?) {
        #expect(RetryAfter.seconds(field, now: Date(timeIntervalSince1970: 40)) == seconds)
    }
}
