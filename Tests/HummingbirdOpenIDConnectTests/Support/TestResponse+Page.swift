import HTTPTypes
import HummingbirdTesting
import NIOCore

extension TestResponse {
    var text: String { String(buffer: body) }
    var location: String? { headers[.location] }
    var setCookies: [SetCookie] { headers[values: .setCookie].compactMap(SetCookie.init) }
}
