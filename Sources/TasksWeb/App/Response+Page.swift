import HTTPTypes
import Hummingbird
import NIOCore
import PageSupport

extension Response {
    /// A page, which no cache may keep: it depends on the session.
    static func page(_ page: some Page, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .link: page.preload.field],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.html().bytes)))
    }

    /// Sends the browser on with GET (RFC 9110, section 15.4.4), and sets cookies on the way.
    static func seeOther(_ location: String, setting cookies: [String] = []) -> Response {
        var headers: HTTPFields = [.location: location, .cacheControl: "no-store"]
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return Response(status: .seeOther, headers: headers)
    }

    /// A problem in JSON (RFC 9457), for a client that is no browser going to a page.
    static func problem(_ status: HTTPResponse.Status, _ detail: StaticString) -> Response {
        let json =
            #"{"type":"about:blank","title":"\#(status.reasonPhrase)","status":\#(status.code),"detail":"\#(detail)"}"#
        return Response(
            status: status, headers: [.contentType: "application/problem+json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
    }
}
