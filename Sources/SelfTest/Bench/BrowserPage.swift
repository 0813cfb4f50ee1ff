import HTTPTransport
import HTTPTypes

/// An answer that a browser got.
struct BrowserPage: Sendable {
    let url: HTTPURL
    let response: TransportResponse

    var status: Int { response.status.code }
    var text: String { String(decoding: response.body, as: UTF8.self) }
    var location: String? { response.headerFields[.location] }
    var forms: [PageForm] { PageForm.all(in: text) }

    /// The value of a header field.
    subscript(name: String) -> String? { HTTPField.Name(name).flatMap { response.headerFields[$0] } }

    /// Takes over the cookies that the answer sets, and drops those that it takes away (RFC 6265, section 5.3).
    func keepCookies(in jar: inout [String: String]) {
        for field in response.headerFields[values: .setCookie] {
            let parts = field.split(separator: ";")
            guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { continue }
            let isExpiring = parts.dropFirst().contains { $0.lowercased().filter { $0 != " " } == "max-age=0" }
            jar[String(pair[..<equals])] = isExpiring ? nil : String(pair[pair.index(after: equals)...])
        }
    }
}
