import HTTPTransport
import HTTPTypes
import Testing

@Suite struct RedactedTests {
    @Test("Requests and responses show nothing of themselves when printed, interpolated, reflected or dumped")
    func hidden() throws {
        let url = try #require(HTTPURL("https://id.example/token?code=hidden"))
        let form = FormBody([("code", "hidden")])
        let values: [any Sendable] = [
            form, TransportRequest(posting: form, to: url, headerFields: [.authorization: "hidden"]),
            TransportResponse(status: .ok, headerFields: [.location: "hidden"], body: Array("hidden".utf8)),
        ]
        for value in values + [values] {
            var text = "\(value) \(String(reflecting: value)) \(String(describing: value))"
            print(value, to: &text)
            dump(value, to: &text)
            #expect(!text.contains("hidden"))
            // Bytes are shown as numbers.
            #expect(!text.contains("104"))
        }
    }
}
