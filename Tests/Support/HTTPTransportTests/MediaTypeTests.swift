import HTTPTransport
import HTTPTypes
import Testing

@Suite struct MediaTypeTests {
    @Test(
        "A media type is read without parameters, spaces and capital letters",
        arguments: [
            ("text/html", "text/html"), ("Text/HTML;charset=utf-8", "text/html"), (" text/html \t; a=b", "text/html"),
            ("text/html;", "text/html"), ("text / html", "text / html"), ("", ""), (" ; a=b", ""),
        ])
    func mediaType(field: String, type: String) {
        #expect(([.contentType: field] as HTTPFields).mediaType == type)
    }

    @Test("Without Content-Type there is no media type") func missing() {
        #expect(HTTPFields().mediaType == nil)
    }
}
