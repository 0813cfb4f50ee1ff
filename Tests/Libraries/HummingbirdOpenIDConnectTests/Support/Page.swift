import HTTPTransport
import HTTPTypes

/// A response of the site.
struct Page: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let text: String

    init(_ response: TransportResponse) {
        status = response.status
        headers = response.headerFields
        text = String(decoding: response.body, as: UTF8.self)
    }

    var location: String? { headers[.location] }
    var setCookies: [SetCookie] { headers[values: .setCookie].compactMap(SetCookie.init) }
}
